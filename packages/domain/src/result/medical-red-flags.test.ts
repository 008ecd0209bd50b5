import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { bmi } from './bmi.ts'
import { findFreeTextRedFlags } from './free-text/free-text-red-flags.ts'
import {
  type Concern,
  concernsAgainstWeightLoss,
  concernsOf,
  findSalesBlocker,
  mayLoseWeight,
  medicalRedFlags,
  suitsConsultation,
  suitsProgram,
  type Urgency,
} from './medical-red-flags.ts'
import { anyKeepingWeight, weightStaysBy } from './weight-stays.arbitrary.ts'

describe('what is told in one’s own words', () => {
  it.each([
    ['Иногда болит в груди', 'chestPain'],
    ['давит за грудиной, когда поднимаюсь', 'chestPain'],
    ['сердце колет', 'chestPain'],
    ['боль в грудной клетке', 'chestPain'],
    ['тяжесть за грудиной', 'chestPain'],
    ['перенёс микроинфаркт', 'chestPain'],
    ['Одышка на лестнице', 'breathlessness'],
    ['не хватает воздуха', 'breathlessness'],
    ['по ночам не могу вдохнуть', 'breathlessness'],
    ['онемела левая рука', 'stroke'],
    ['немеют ноги', 'stroke'],
    ['лицо немеет с одной стороны', 'stroke'],
    ['Обмороки', 'fainting'],
    ['теряю сознание в метро', 'fainting'],
    ['Была без сознания', 'fainting'],
    ['терял сознание', 'fainting'],
    ['сознание теряла дважды', 'fainting'],
    ['потеря сознания', 'fainting'],
    ['не хочу жить', 'despair'],
    ['жить не хочется', 'despair'],
    ['устала жить', 'despair'],
    ['хочу умереть', 'despair'],
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
    ['Мне всего 15', 'minor'],
  ] as const)('«%s» names %s', (words, sign) => {
    expect(findFreeTextRedFlags(words)).toContain(sign)
  })

  it.each([
    ['Обмороки, нет сил', 'fainting'],
    ['Обмороки нет сил', 'fainting'],
    ['сил нет обмороки', 'fainting'],
    ['Обмороки,нет сил', 'fainting'],
    ['Обмороки (нет сил)', 'fainting'],
    ['Обмороки/нет сил', 'fainting'],
    ['Обмороки — нет сил', 'fainting'],
    ['Была без сознания, нет сил', 'fainting'],
    ['Болит сердце, нет аппетита', 'chestPain'],
    ['Болит сердце нет аппетита', 'chestPain'],
    ['боли в сердце нет сна', 'chestPain'],
    ['Нет, боли в груди', 'chestPain'],
    ['боли в сердце. Нет', 'chestPain'],
    ['боли в груди: не было', 'chestPain'],
    ['не болит, а давит в груди', 'chestPain'],
    ['не болит давит в груди', 'chestPain'],
    ['сердце не болит, жжёт', 'chestPain'],
    ['Не хочу жить, нет сил', 'despair'],
    ['Кашель с кровью, нет сил', 'bleeding'],
    ['аппетита нет, крови в кале много', 'bleeding'],
    ['Одышка. Не было раньше', 'breathlessness'],
    ['раньше не было одышки', 'breathlessness'],
    ['одышки раньше не было', 'breathlessness'],
    ['одышки почти нет', 'breathlessness'],
    ['без одышки не поднимусь на этаж', 'breathlessness'],
    ['нет дня без одышки', 'breathlessness'],
    ['Нет, беременна', 'pregnancy'],
    ['Нет беременна', 'pregnancy'],
    ['Беременна, нет аппетита', 'pregnancy'],
    ['вроде не беременна', 'pregnancy'],
    ['не знаю, беременна или нет', 'pregnancy'],
    ['не раз теряла сознание', 'fainting'],
    ['не только обмороки', 'fainting'],
    ['не проходит температура', 'fever'],
    ['без таблеток не могу', 'illness'],
    ['нет почки', 'illness'],
  ] as const)(
    '«%s» still names %s: a denial of something else, or half of one, denies nothing',
    (words, sign) => {
      expect(findFreeTextRedFlags(words)).toContain(sign)
    },
  )

  it.each([
    ['ОБМОРОКИ', 'fainting'],
    ['обмарок', 'fainting'],
    ['oбмopоки', 'fainting'], // o, o and p of the Latin keyboard
    ['OДЫШКА', 'breathlessness'], // so is the O
    ['отдышка', 'breathlessness'],
    ['нехватает воздуха', 'breathlessness'],
    ['теряла сазнание', 'fainting'],
    ['болит серце', 'chestPain'],
    ['бо\u0301ли в сердце', 'chestPain'],
    ['же\u0308лтые глаза', 'jaundice'],
    ['кро\u00adвь из носа', 'bleeding'],
    ['кров из носа', 'bleeding'],
    ['инсулт', 'stroke'],
    ['бериминна', 'pregnancy'],
    ['жуктимин', 'pregnancy'],
    ['темпиратура', 'fever'],
  ] as const)('«%s», as people type, names %s', (words, sign) => {
    expect(findFreeTextRedFlags(words)).toContain(sign)
  })

  it.each([
    'не беременна',
    'я не беременна, просто устала',
    'обмороков нет',
    'нет обмороков',
    'Нет обмороков, нет крови',
    'не было обмороков',
    'обмороков не было',
    'обмороков никогда не было',
    'обмороков нет и не было',
    'у меня нет обмороков',
    'без обмороков',
    'нет никаких обмороков',
    'ни крови, ни обмороков',
    'ни крови ни обмороков нет',
    'крови и обмороков нет',
    'болей в груди нет',
    'нет боли в сердце',
    'сердце не болит',
    'не теряю сознание',
    'сознание не теряю',
    'температуры нет',
    'диабета нет',
    'не хочу умереть',
    'жүкті емеспін',
    'без крови',
    'стул без крови',
    'сдала анализ крови',
    'сахар в крови чуть выше',
    'колени болят после лестницы',
    'жёлтый налёт на языке',
    'люблю печенье',
    'мне 46 лет',
    'выпадают волосы, ломкие ногти',
    'прыщи',
    '',
  ])('«%s» names nothing', (words) => {
    expect(findFreeTextRedFlags(words)).toEqual([])
  })

  it('is found whatever else is told or denied before and after it', () => {
    const told = fc.constantFrom(
      'обмороки',
      'болит сердце',
      'кашель с кровью',
      'одышка',
      'не хочу жить',
      'беременна',
    )
    const beside = fc.constantFrom(
      'нет сил',
      'не было аппетита',
      'сна нет',
      'нет',
      'не сплю',
      'не было',
      'без аппетита',
    )
    const pause = fc.constantFrom(
      ', ',
      '. ',
      '; ',
      ': ',
      '! ',
      '? ',
      '\n',
      ' — ',
      ' - ',
      '... ',
      ' но ',
      ', а ',
      ' (',
      '/',
    )
    fc.assert(
      fc.property(told, beside, beside, pause, pause, (sign, before, after, one, other) => {
        const alone = findFreeTextRedFlags(sign)
        expect(alone).toHaveLength(1)
        expect(findFreeTextRedFlags(`${before}${one}${sign}${other}${after}`)).toEqual(
          expect.arrayContaining(alone),
        )
      }),
    )
  })
})

describe('a doctor comes first', () => {
  it('for a weight far from normal, on both sides of the edge', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const index = bmi(answers.height, answers.weight)
        const concerns = medicalRedFlags(answers)?.concerns ?? []
        expect(concerns.includes('underweight')).toBe(index < 18.5)
        expect(concerns.includes('obesity')).toBe(index >= 35)
        expect(suitsProgram(answers)).toBe(index >= 18.5)
        if (index < 18.5) expect(mayLoseWeight(answers)).toBe(false)
      }),
    )
  })

  it('with the most urgent reason first', () => {
    const words = medicalRedFlags({
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
    expect(medicalRedFlags({ ...everyday, healthIssues: [...everyday.healthIssues] })).toBeNull()
    expect(medicalRedFlags({})).toBeNull()
  })

  const told = (words: string): Partial<QuizAnswers> => ({ healthIssues: [`other:${words}`] })
  const concerns = {
    chestPain: ['now', told('болит сердце')],
    breathlessness: ['now', told('одышка')],
    stroke: ['now', told('онемела рука')],
    fainting: ['now', told('обмороки')],
    despair: ['now', told('не хочу жить')],
    bleeding: ['now', told('кровь в моче')],
    jaundice: ['soon', told('желтеет кожа')],
    weightLoss: ['soon', told('худею без причины')],
    fever: ['soon', told('температура')],
    eatingDisorder: ['soon', told('булимия')],
    complaint: ['soon', told('судороги')],
    underweight: ['soon', { height: 170, weight: 50 }],
    bluishTongue: ['soon', { tongueColor: '5' }],
    cloudyEyes: ['soon', { eyeWhitesColor: '2' }],
    pregnancy: ['before', told('беременна')],
    nursing: ['before', told('кормлю грудью')],
    obesity: ['before', { height: 170, weight: 110 }],
    illness: ['before', told('диабет')],
    diagnosis: ['before', { healthIssues: ['thyroid'] }],
    minor: ['before', told('мне 16 лет')],
  } satisfies Record<Concern, [Urgency, Partial<QuizAnswers>]>

  it.each(Object.entries(concerns))('for %s, as urgently as it is', (concern, [urgency, answers]) => {
    expect(medicalRedFlags(answers)).toEqual({ urgency, concerns: [concern] })
  })

  it('and nothing speaks of losing weight to those whose weight is not to fall', () => {
    fc.assert(
      fc.property(anyKeepingWeight, (answers) => {
        expect(mayLoseWeight(answers)).toBe(false)
      }),
    )
    expect(concernsAgainstWeightLoss.toSorted()).toEqual(Object.keys(weightStaysBy).sort())
  })

  it('an age in own words is nobody’s who has said that they are older', () => {
    const told = { healthIssues: ['other:мне 10 лет ставят ВСД'] as const }
    const of = (age?: QuizAnswers['age']) =>
      findSalesBlocker({ ...told, healthIssues: [...told.healthIssues], ...(age && { age }) })
    expect([of(), of('under-30'), of('30-39'), of('60+')]).toEqual(['minor', 'minor', null, null])
  })

  it('and nothing is sold to a minor, with an eating disorder or in despair, nor the program to the thin', () => {
    const unsold = ['despair', 'eatingDisorder', 'minor']
    for (const [concern, [, answers]] of Object.entries(concerns)) {
      const isUnsold = unsold.includes(concern)
      expect([concern, suitsProgram(answers)]).toEqual([concern, !isUnsold && concern !== 'underweight'])
      expect([concern, suitsConsultation(answers)]).toEqual([concern, !isUnsold])
      expect(findSalesBlocker({}, answers)).toBe(isUnsold ? concern : null)
    }
  })

  it.each(['insulinResistance', 'thyroid'] as const)('for %s, which a doctor has named', (issue) => {
    expect(medicalRedFlags({ healthIssues: ['fatigue', issue] })?.concerns).toEqual(['diagnosis'])
  })
})
