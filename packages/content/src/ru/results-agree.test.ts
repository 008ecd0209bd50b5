import type { QuizAnswers } from '@app/domain/quiz/answers'
import { anyReader } from '@app/domain/result/agreement.arbitrary'
import { categoryOf, type Subcategory, subcategories } from '@app/domain/result/categories'
import { extrasOf } from '@app/domain/result/extras'
import { medicalRedFlags } from '@app/domain/result/medical-red-flags'
import { classifyResult, reasonsFor } from '@app/domain/result/result'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reasonText } from './reasons.ts'
import { redFlagTexts } from './results/red-flags.ts'
import { extrasTexts, resultText } from './results.ts'

/** All that stands on one result, in the order it is read. */
function linesOf(answers: QuizAnswers, subCategory: Subcategory): string[] {
  const mainCategory = categoryOf(subCategory)
  const { title, subtitle, kind, paragraphs, recommendations, complaintAdvice, nextSteps } = resultText(
    { mainCategory, subCategory },
    answers,
  )
  const first = medicalRedFlags(answers)
  const doctor = first
    ? [
        redFlagTexts.titles[first.urgency],
        ...first.concerns.map((concern) => redFlagTexts.concerns[concern]),
        redFlagTexts.after,
      ]
    : []
  const cards = extrasTexts(extrasOf(mainCategory, answers)).map(
    (card) => `${card.title}: ${card.value}. ${card.note}`,
  )
  const reasons = reasonsFor(subCategory, answers).flatMap((reason) => reasonText(reason) ?? [])
  const advice = [...nextSteps, ...recommendations, ...complaintAdvice].map(
    (one) => `${one.title}. ${one.text}`,
  )
  return [title, subtitle, kind, ...doctor, ...reasons, ...cards, ...paragraphs, ...advice].map((line) =>
    line.replaceAll('\u00a0', ' '),
  )
}

/** What is said of a reader, and what then stands nowhere on the same result. */
const contradictions: { rule: string; said: RegExp; never: RegExp }[] = [
  {
    rule: 'sleep that is good is nothing to begin with or to mend',
    said: /Качество сна: Хорошее/,
    never:
      /Начнём со сна|сна мало|беспокоит плохой сон|— плохой сон|трудно уснуть|засыпаете с трудом|легче засыпать|сон выровнялся/,
  },
  {
    rule: 'sleep that is not good is no support',
    said: /Качество сна: (Неровное|Пока плохое)/,
    never: /Сон у вас, судя по ответам, спокойный|Сон вас поддерживает/,
  },
  {
    rule: 'an even regime is not brought about',
    said: /Текущий режим: Довольно ровный/,
    never:
      /нужна опора|Начнём с (простого )?порядка|налаживаем|решают привычки|проголодавшись, вы|порядок здесь важнее запретов|тяга к еде|срывы случаются к вечеру/i,
  },
  {
    rule: 'a regime that is uneven, or none, is not there already',
    said: /Текущий режим: (Не всегда ровный|Пока без режима)/,
    never: /уже есть|Основа есть/,
  },
  {
    rule: 'whoever is calm needs no rest from strain',
    said: /Профиль стресса: Скорее спокойный/,
    never:
      /нужна передышка|напряжение просит|отдыха сейчас меньше|тревог[ау] (или|и) раздраж|напряжение или апати[яю]|что сейчас очень тяжело/i,
  },
  {
    rule: 'whoever despairs is not told of a good mood',
    said: /Вы написали, что сейчас очень тяжело/,
    never: /Настроение держится|радость или спокойствие|Скорее спокойный|всё хорошо/,
  },
  {
    rule: 'a weight that is normal is neither above nor to fall',
    said: /[Вв]ес (у вас )?(уже )?в норме/,
    never: /[Вв]ес (\S+ )?выше нормы|до [\d,]+ кг|До нормы меньше|Сначала самочувствие, потом килограммы/,
  },
  {
    rule: 'a weight that need not fall is not counted down',
    said: /Снижать не нужно/,
    never: /до [\d,]+ кг|заметно выше|намного выше/,
  },
  {
    rule: 'a weight that is much above normal is no trifle',
    said: /[Вв]ес (заметно|намного) выше нормы/,
    never: /чуть выше|в норме(?!\s+держ)|Снижать не нужно/,
  },
  {
    rule: 'strength that lacks is not there',
    said: /не хватает ровной энергии|сил стало меньше/,
    never: /Ровная энергия на весь день/,
  },
  {
    rule: 'whoever is well lacks nothing',
    said: /По ответам всё хорошо/,
    never:
      /нужна (опора|передышка|поддержка)|не хватает|Неровн|Не всегда ровный|Сигналы тела|Вы (написали|отметили)/,
  },
  {
    rule: 'a metabolism that needs support has something to look after',
    said: /Обмену веществ нужна поддержка/,
    never: /На что обратить внимание: Режим дня/,
  },
  {
    rule: 'whoever is sent to a doctor first is not urged to begin meanwhile',
    said: /Советы ниже сначала покажите врачу/,
    never: /(?<![а-яё])начнём|^Начните с (этого|того)|\. Начните с (этого|того)|^(Сегодня|На этой неделе)\./i,
  },
  {
    rule: 'whoever is sent to a doctor first is sent there by every part, and under no condition',
    said: /Советы ниже сначала покажите врачу/,
    never:
      /подожд[её]т|если (?:это |он |она |они |так )?(?:нов|стал|появил|держится|недавно|не стремил)[^.]*(?:врач|терапевт)|(?:врач|терапевт)[^.]*, если (?:давно|недавно|это|так)/i,
  },
  {
    rule: 'whoever often freezes is told of no hot flushes',
    said: /[Вв]ы часто мёрзнете/,
    never: /прилив|жарко|[Пп]рохладн/,
  },
  {
    rule: 'where the rules are too many, chance decides nothing and no other rule is brought',
    said: /убавим правил|Меньше правил/,
    never: /решают привычки|решает (случай|минута|день)|Начнём с (простого )?порядка/,
  },
]

/** The sentences that send to a doctor under no condition; what follows «а если» is another case, for another call. */
function outright(text: string): string[] {
  return text
    .replace(/даже\sесли|особенно\sесли|, а\sесли[^.!?]*/gi, '')
    .split(/(?<=[.!?])\s/)
    .filter((sentence) => /врач|терапевт/.test(sentence) && !/если/i.test(sentence))
}

it.each(Object.entries(redFlagTexts.concerns))(
  'a doctor should hear of %s however long it has been so, as the rest of the page says',
  (_, text) => {
    expect(outright(text)).not.toEqual([])
  },
)

it.each(['Покажите его врачу, если он потемнел на днях.', 'Если он потемнел на днях, покажите его врачу.'])(
  'and this is a condition: %s',
  (text) => {
    expect(outright(text)).toEqual([])
  },
)

/** What is asked how often, and the words that a result has for it. */
const howOften = {
  feelingCold: /мёрзн|зябко/,
  bodyHeaviness: /тяжесть в теле|в теле бывает тяжесть/i,
  unusualCravings: /тяга к еде/,
  sleepProblems: /уснуть|засыпаете/,
} as const

it('what was answered with sometimes is not told as often, nor the other way round', () => {
  fc.assert(
    fc.property(anyReader, fc.constantFrom(...subcategories), (answers, drawn) => {
      const told = linesOf(answers, drawn)
        .flatMap((line) => line.split(/[,.;:] | и (?=вы |в теле|тяжесть|внезапная|бывает|часто)/))
        .filter((part) => !/^Если/.test(part))
      for (const [key, topic] of Object.entries(howOften)) {
        const answer = answers[key as keyof typeof howOften]
        const parts = told.filter((part) => topic.test(part))
        if (answer === '1') expect(parts.filter((part) => /част(о|ой)(?![а-яё])/.test(part))).toEqual([])
        if (answer === '2')
          expect(parts.filter((part) => /[Ии]ногда|[Бб]ывает|[Вв]ременами/.test(part))).toEqual([])
      }
    }),
    { numRuns: 2000 },
  )
})

it('whoever only named anxiety among complaints is not told that it is often there', () => {
  const [answers] = fc.sample(anyReader, { numRuns: 1, seed: 1 })
  const calm: QuizAnswers = { ...answers!, healthIssues: ['anxiety'], dominantEmotion: '0' }
  const told = linesOf(calm, 'B1').filter((line) => /тревог/.test(line))
  expect(told).not.toEqual([])
  expect(
    told.filter((line) => /часто (тревога|раздраж)|чаще всего вы чувствуете тревогу/i.test(line)),
  ).toEqual([])
})

it('no two parts of a result contradict each other, whatever was answered', () => {
  fc.assert(
    fc.property(anyReader, fc.constantFrom(null, ...subcategories), (answers, drawn) => {
      const lines = linesOf(answers, drawn ?? classifyResult(answers).subCategory)
      const broken = contradictions
        .filter(({ said }) => lines.some((line) => said.test(line)))
        .flatMap(({ rule, never }) => lines.filter((line) => never.test(line)).map((line) => [rule, line]))
      expect(broken).toEqual([])
    }),
    { numRuns: 3000 },
  )
})

it.each(contradictions)('and it is said of somebody: $rule', ({ said }) => {
  const some = fc.sample(fc.tuple(anyReader, fc.constantFrom(...subcategories)), { numRuns: 600, seed: 3 })
  expect(some.some(([answers, drawn]) => linesOf(answers, drawn).some((line) => said.test(line)))).toBe(true)
})

describe('a consultation', () => {
  const spoken = /консультаци|нутрициолог/i

  it('is not spoken of in the steps and advice of whoever declined it', () => {
    fc.assert(
      fc.property(anyReader, fc.constantFrom(...subcategories), (answers, drawn) => {
        expect(
          linesOf({ ...answers, consultation: 'no' }, drawn).filter((line) => spoken.test(line)),
        ).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it.each(['yes', 'maybe'] as const)(
    'is spoken of to whoever answered %s, where it helps',
    (consultation) => {
      const [answers] = fc.sample(anyReader, { numRuns: 1, seed: 5 })
      for (const drawn of ['A1', 'A2', 'B2', 'C1', 'C2'] as const) {
        const { nextSteps } = resultText(
          { mainCategory: categoryOf(drawn), subCategory: drawn },
          { ...answers!, healthIssues: ['fatigue'], dietAttempts: '3-more', consultation },
        )
        expect(nextSteps).toHaveLength(3)
        expect(nextSteps.at(-1)?.text).toMatch(spoken)
      }
    },
  )
})
