import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import { bmi } from './bmi.ts'
import { concernsOf, doctorFirst, mayLoseWeight, suitsProgram } from './doctor-first.ts'
import { readSigns } from './told-signs.ts'

describe('what is told in one’s own words', () => {
  it.each([
    ['Иногда болит в груди', 'chestPain'],
    ['давит за грудиной, когда поднимаюсь', 'chestPain'],
    ['сердце колет', 'chestPain'],
    ['боль в грудной клетке', 'chestPain'],
    ['Одышка на лестнице', 'breathlessness'],
    ['не хватает воздуха', 'breathlessness'],
    ['онемела левая рука', 'stroke'],
    ['лицо немеет с одной стороны', 'stroke'],
    ['Обмороки', 'fainting'],
    ['теряю сознание в метро', 'fainting'],
    ['не хочу жить', 'despair'],
    ['Кровь в стуле', 'bleeding'],
    ['следы крови', 'bleeding'],
    ['кал с примесью крови', 'bleeding'],
    ['дёсны кровоточат', 'bleeding'],
    ['пожелтели глаза', 'jaundice'],
    ['жёлтые белки', 'jaundice'],
    ['желтуха была в марте', 'jaundice'],
    ['худею без причины', 'weightLoss'],
    ['резко похудела', 'weightLoss'],
    ['держится температура 37,5', 'fever'],
    ['булимия', 'eatingDisorder'],
    ['Беременна, 20 недель', 'pregnancy'],
    ['жүктімін', 'pregnancy'],
    ['кормлю грудью', 'nursing'],
    ['на ГВ', 'nursing'],
    ['диабет 2 типа', 'illness'],
    ['пью таблетки от давления', 'illness'],
    ['мне 16 лет', 'minor'],
  ] as const)('«%s» names %s', (words, sign) => {
    expect(readSigns(words)).toContain(sign)
  })

  it.each([
    'не беременна',
    'обмороков нет',
    'без крови',
    'сдала анализ крови',
    'сахар в крови чуть выше',
    'колени болят после лестницы',
    'жёлтый налёт на языке',
    'люблю печенье',
    'инсулинорезистентность',
    'мне 46 лет',
    'выпадают волосы, ломкие ногти',
    'прыщи',
    '',
  ])('«%s» names nothing', (words) => {
    expect(readSigns(words)).toEqual([])
  })
})

describe('a doctor comes first', () => {
  it('for a weight far from normal, on both sides of the edge', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const index = bmi(answers.height, answers.weight)
        const concerns = doctorFirst(answers)?.concerns ?? []
        expect(concerns.includes('underweight')).toBe(index < 18.5)
        expect(concerns.includes('obesity')).toBe(index >= 35)
        expect(suitsProgram(answers)).toBe(index >= 18.5)
        if (index < 18.5) expect(mayLoseWeight(answers)).toBe(false)
      }),
    )
  })

  it('with the most urgent reason first', () => {
    const words = doctorFirst({
      healthIssues: ['other:беременна, вчера был обморок, кровь из носа'],
      height: 170,
      weight: 50,
    })
    expect(words).toEqual({
      urgency: 'now',
      concerns: ['fainting', 'bleeding', 'underweight', 'pregnancy'],
    })
  })

  it('for a bluish tongue and cloudy eyes', () => {
    expect(concernsOf({ tongueColor: '5', eyeWhitesColor: '2' })).toEqual(['bluishTongue', 'cloudyEyes'])
  })

  it('not for everyday complaints, nor when nothing is known', () => {
    const everyday = { healthIssues: ['fatigue', 'digestion'], height: 165, weight: 70 } as const
    expect(doctorFirst({ ...everyday, healthIssues: [...everyday.healthIssues] })).toBeNull()
    expect(doctorFirst({})).toBeNull()
  })

  it.each(['беременна', 'кормлю грудью', 'анорексия'])(
    'and nothing speaks of losing weight to «%s»',
    (words) => {
      const answers = { healthIssues: [`other:${words}` as const], height: 165, weight: 90 }
      expect([mayLoseWeight(answers), suitsProgram(answers)]).toEqual([false, true])
    },
  )
})
