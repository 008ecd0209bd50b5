import type { QuizAnswers } from '@app/domain/quiz/answers'
import { anyAnswers } from '@app/domain/quiz/answers.arbitrary'
import type { AnswerFact } from '@app/domain/result/answer-facts'
import { categories, categoryOf, type Subcategory, subcategories } from '@app/domain/result/categories'
import { claimIds, createClaimCheck, factsOfClaim, toneOf } from '@app/domain/result/claims'
import { extrasOf } from '@app/domain/result/extras'
import { isCircumstance, isHealthy } from '@app/domain/result/healthy'
import { healthyAnswers } from '@app/domain/result/healthy.arbitrary'
import { anyWhoseLoadWaits } from '@app/domain/result/load-waits.arbitrary'
import { bmiPoints, choicePoints, healthIssuePoints } from '@app/domain/result/points'
import { type QuizResult, reasonsFor } from '@app/domain/result/result'
import type { ReasonId } from '@app/domain/result/score'
import { anyKeepingWeight } from '@app/domain/result/weight-stays.arbitrary'
import { timur } from '@app/testing/people'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checklistFor, checklists, checklistWords } from './checklists.ts'
import { reasonText, reasonTexts } from './reasons.ts'
import { complaintAdvice as allComplaintAdvice, oftenCold } from './results/complaints.ts'
import type { ClaimText } from './results/result-text.ts'
import { categoryTexts, disclaimer, extrasTexts, resultText, subcategoryTexts } from './results.ts'

type Judged = Pick<QuizResult, 'mainCategory' | 'subCategory'>

const judged = fc.tuple(anyAnswers, fc.constantFrom(...subcategories)).map(([answers, subCategory]) => ({
  answers,
  result: { subCategory, mainCategory: categoryOf(subCategory) },
}))

/** All that a result says, line by line, with the cards and reasons beside it. */
function linesOf({ answers, result }: { answers: QuizAnswers; result: Judged }): string[] {
  const { title, subtitle, kind, paragraphs, recommendations, complaintAdvice, nextSteps } = resultText(
    result,
    answers,
  )
  const advice = [...recommendations, ...complaintAdvice, ...nextSteps].flatMap((one) => [
    one.title,
    one.text,
  ])
  const cards = extrasTexts(extrasOf(result.mainCategory, answers)).flatMap((card) => [
    card.title,
    card.value,
    card.note,
  ])
  const reasons = reasonsFor(result.subCategory, answers).flatMap((reason) => reasonText(reason) ?? [])
  return [title, subtitle, kind, ...paragraphs, ...advice, ...cards, ...reasons]
}

describe.each(subcategories)('the text of %s', (id) => {
  const text = subcategoryTexts[id]
  const shown = fc.sample(anyAnswers, { numRuns: 200, seed: 9 }).map((answers) => {
    const result = { subCategory: id, mainCategory: categoryOf(id) }
    return resultText(result, answers)
  })

  it('is two to four paragraphs of a readable length, whatever was answered', () => {
    for (const { paragraphs } of shown) {
      expect(paragraphs.length).toBeGreaterThanOrEqual(2)
      expect(paragraphs.length).toBeLessThanOrEqual(4)
      for (const paragraph of paragraphs) {
        expect(paragraph.length).toBeGreaterThan(30)
        expect(paragraph.length).toBeLessThan(520)
      }
    }
  })

  it('says when to see a doctor', () => {
    for (const { paragraphs } of shown) expect(paragraphs.join(' ')).toMatch(/врач|терапевт|гинеколог/)
  })

  it('recommends four or five things, each said in a sentence or two', () => {
    for (const { recommendations, complaintAdvice, nextSteps } of shown) {
      expect([4, 5]).toContain(recommendations.length)
      for (const { title, text: advice } of [...recommendations, ...complaintAdvice, ...nextSteps]) {
        expect(title.length).toBeLessThanOrEqual(45)
        expect(advice.length).toBeGreaterThan(40)
        expect(advice.length).toBeLessThan(190)
      }
    }
  })

  it('ends with three next steps and a checklist of its own', () => {
    for (const { nextSteps } of shown) expect(nextSteps).toHaveLength(3)
    expect(text.checklistPath).toBe(`checklists/${id.toLowerCase()}.pdf`)
    expect(text.checklistTitle).toMatch(/«.+»/)
  })

  it('ties every sentence that speaks of its reader to a claim', () => {
    const plain = text.paragraphs.flat().filter((sentence) => typeof sentence === 'string')
    for (const sentence of plain.flatMap((one) => one.split(/(?<=[.!?])\s+/))) {
      if (/^Если\s/.test(sentence)) continue
      expect(sentence).not.toMatch(/(?<![а-яё])(вы|вас|вам|вами|ваш\S*|по ответам|судя по)(?![а-яё])/i)
    }
  })
})

describe('a result agrees with the answers', () => {
  it('a sentence that claims something is shown to those whose answers say it, and gone once they are taken back', () => {
    fc.assert(
      fc.property(judged, ({ answers, result }) => {
        const holds = createClaimCheck(answers)
        const isWell = toneOf(result.mainCategory, answers) === 'well'
        const meaning = resultText(result, answers).paragraphs.join('\n')
        for (const { says, text } of claimingOf(result.subCategory)) {
          expect([text, meaning.includes(text)]).toEqual([text, !isWell && holds(says)])
          const isLasting = factsOfClaim(says).some((one) => isHealthy(one) || isCircumstance(one))
          if (factsOfClaim(says).length === 0 || isLasting) continue
          const others = { ...answers, ...takenBack(factsOfClaim(says)) }
          expect(resultText(result, others).paragraphs.join('\n')).not.toContain(text)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('makes every claim of the table somewhere, and no other', () => {
    const texts = JSON.stringify([subcategoryTexts, categoryTexts, allComplaintAdvice, checklistWords])
    const made = [...texts.matchAll(/"says":"(\w+)"/g)].map(([, claim]) => claim)
    expect([...new Set(made)].sort()).toEqual(claimIds.toSorted())
  })

  it('whoever complains of nothing is told that all is well, whichever result the rules give', () => {
    fc.assert(
      fc.property(judged, ({ answers, result }) => {
        const well: QuizAnswers = { ...answers, ...healthyAnswers }
        const lines = linesOf({ answers: well, result })
        expect(lines[0]).toMatch(/всё\sхорошо/)
        expect(reasonsFor(result.subCategory, well)).toEqual([])
        expect(lines.join('\n')).not.toMatch(
          /не\sхватает|нужна\s(?:опора|передышка|поддержка)|без сил|клонит|мёрзн|перегруз|напряжения сейчас|усталость(?!, плохой)|Пока без режима/i,
        )
      }),
    )
  })

  it('nobody whose weight is not to fall reads of losing weight, of diets or of kilograms', () => {
    const losing =
      /худе|похуд|сниж\S*\sвес|потенциал|лишн\S*\sвес|\d\sкг|килограмм|5\s% от|Взвешив|голодн\S*\s(?:дни|месяц)|диет|вес\S*\s(?:\S+\s)?выше/i
    fc.assert(
      fc.property(anyKeepingWeight, fc.constantFrom(...subcategories), (answers, subCategory) => {
        const result = { subCategory, mainCategory: categoryOf(subCategory) }
        expect(linesOf({ answers, result }).join('\n')).not.toMatch(losing)
      }),
      { numRuns: 300 },
    )
  })

  it('kilograms are shown from one on', () => {
    fc.assert(
      fc.property(judged, (one) => {
        const kg = /до\s([\d,]+)\sкг/.exec(linesOf(one).join('\n'))?.[1]
        if (kg) expect(Number(kg.replace(',', '.'))).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

/** Every piece of a subcategory's meaning that claims something. */
function claimingOf(subcategory: Subcategory): ClaimText[] {
  return subcategoryTexts[subcategory].paragraphs.flat().flatMap((sentence) => {
    if (typeof sentence === 'string') return []
    return 'lead' in sentence ? sentence.told : [sentence]
  })
}

/** Every text within, with the claim that keeps it from some; a headline's other words, and an advice's title, are texts as well. */
function claimedTexts(value: unknown, says?: unknown): { text: string; says: unknown }[] {
  if (typeof value === 'string') return [{ text: value, says }]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => claimedTexts(one, says))
  const { says: claim = says, otherwise, ...rest } = value as { says?: unknown; otherwise?: unknown }
  return [...claimedTexts(otherwise, says), ...claimedTexts(Object.values(rest), claim)]
}

/** The questions that these answers belong to, answered as whoever complains of nothing would. */
function takenBack(said: readonly AnswerFact[]): Partial<QuizAnswers> {
  const asked = said.flatMap((one) => {
    const [key = ''] = one.split(':')
    if (key === 'concern') return ['height', 'weight', 'healthIssues', 'tongueColor', 'eyeWhitesColor']
    return key === 'bmi' ? ['height', 'weight'] : [key]
  })
  return Object.fromEntries(
    Object.entries(healthyAnswers).filter(([key]) => asked.includes(key)),
  ) as Partial<QuizAnswers>
}

describe('whoever is to ask a doctor before a load', () => {
  const load =
    /ходьб|(?<![а-яё])ход(?:ить|ите|ьте|ишь)|прогул|про(?:йти|йд)|приседан|отжиман|(?:подъёмы|встать)\sна\sноски|подъёмы\sс|силов|сила(?![а-яё])|трениров|упражнен|растяжк|(?<![а-яё])(?:бег|плава|танц|шаг)|движ|(?<!с)двига|активн|спорт|маршрут|обувь|добав\S*\s\d+\sминут|прибавля(?!ет)|больше\sпривычн/i
  /** What may be said of a load all the same: that it is a doctor's to allow, and stays as it is until then. */
  const holdsBack = /врач|как\sобычно|не\sприбавля/i
  const speaksOfLoad = (text: string) => load.test(text) && !holdsBack.test(text)

  it('reads of none: not in the result, its cards and reasons, not in the checklist on screen', () => {
    fc.assert(
      fc.property(anyWhoseLoadWaits, fc.constantFrom(...subcategories), (answers, subCategory) => {
        const result = { subCategory, mainCategory: categoryOf(subCategory) }
        const { intro, sections, closing } = checklistFor(subCategory, answers)
        const ticked = sections.flatMap(({ title, items }) => [title, ...items])
        const read = [...linesOf({ answers, result }), intro, ...ticked, closing]
        expect(read.filter(speaksOfLoad)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('is kept from every text that speaks of one, however seldom that is shown', () => {
    const spoken = claimedTexts([subcategoryTexts, categoryTexts, allComplaintAdvice]).filter(({ text }) =>
      speaksOfLoad(text),
    )
    expect(spoken.length).toBeGreaterThan(8)
    for (const { text, says } of spoken) expect([text, says]).toEqual([text, 'mayLoad'])
    expect(Object.values(reasonTexts).filter(speaksOfLoad)).toEqual([])
  })

  it('finds the load on paper under words that tell who asks first', () => {
    for (const { sections } of Object.values(checklists)) {
      for (const { title, items } of sections) {
        const isTold = /если\sврач\sуже\sразрешил\sнагрузку/.test(title)
        const untold = items.filter(
          (item) => load.test(item) && !/не\sпросили\sподождать\sс\sнагрузкой/.test(item),
        )
        expect(isTold ? [] : untold).toEqual([])
      }
    }
  })
})

describe('single complaints', () => {
  const aboutWords = (healthIssues: QuizAnswers['healthIssues'], more: Partial<QuizAnswers> = {}) =>
    resultText(
      { mainCategory: 'A', subCategory: 'A1' },
      { ...timur.answers, ...more, healthIssues },
    ).complaintAdvice.filter(({ title }) => /написали\sсами/.test(title))

  it("give a doctor one's own words as they were written, where a doctor is spoken of", () => {
    expect(aboutWords(['swelling', 'other:ноют колени.'])).toMatchObject([
      { text: expect.stringContaining('«ноют колени».') },
    ])
    expect(aboutWords(['other:давит в груди'])).toMatchObject([
      { text: expect.stringContaining('«давит в груди»') },
    ])
    expect(aboutWords(['other:нет'])).toEqual([])
    expect(aboutWords(['swelling'])).toEqual([])
  })

  it('quote nothing that came by an address', () => {
    const answers = { ...timur.answers, healthIssues: ['swelling', 'other:звоните 999'] } as const
    const told = resultText(
      { mainCategory: 'A', subCategory: 'A1' },
      { ...answers, healthIssues: [...answers.healthIssues] },
      { quotesWords: false },
    )
    expect(JSON.stringify(told)).not.toContain('999')
  })

  it('read back neither despair nor words on weight to whom nothing may speak of losing it', () => {
    for (const words of ['не хочу жить', 'булимия, хочу похудеть']) {
      const [advice] = aboutWords([`other:${words}`])
      expect(advice?.text).toMatch(/своими\sсловами/)
      expect(advice?.text).not.toMatch(/жить|худе/)
    }
  })

  it.each([
    ['feelingCold', '2', /мёрзнете/],
    ['healthIssues', ['swelling'], /^Отёки/],
    ['healthIssues', ['digestion'], /пищеварении/],
  ] as const)('%s: %j leads to a doctor, whichever the result', (key, value, says) => {
    fc.assert(
      fc.property(judged, ({ answers, result }) => {
        const told = ({ complaintAdvice }: { complaintAdvice: readonly { title: string; text: string }[] }) =>
          complaintAdvice.map(({ title, text }) => `${title}. ${text}`).filter((one) => says.test(one))
        const named = told(resultText(result, { ...answers, [key]: value } as QuizAnswers))
        expect(named).toHaveLength(1)
        expect(named[0]).toMatch(/терапевт/)
        const without: QuizAnswers = { ...answers, feelingCold: '1', healthIssues: ['anxiety'] }
        expect(told(resultText(result, without))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('send to a doctor for cold from one threshold on, wherever it is said', () => {
    const everywhere = JSON.stringify([
      subcategoryTexts,
      Object.values(checklists).map((one) => one.warnings),
    ]).split(/(?<=[.!?])\s|"/)
    const cold = everywhere.filter((one) => /зяб|мёрз|холод/.test(one) && /врач|терапевт/.test(one))
    expect(cold).not.toEqual([])
    for (const sentence of cold) expect(sentence).toContain(oftenCold)
    fc.assert(
      fc.property(judged, ({ answers, result }) => {
        const seldom = linesOf({ answers: { ...answers, feelingCold: '1' }, result }).join('\n')
        expect(seldom).not.toMatch(/(?:зяб|мёрз)[^.]*(?:терапевт|врач)/)
      }),
    )
  })
})

test('nothing is begun with before a doctor who should hear of it now', () => {
  fc.assert(
    fc.property(judged, ({ answers, result }) => {
      const told = resultText(result, { ...answers, healthIssues: ['other:давит в груди'] })
      expect(`${told.title} ${told.subtitle}`).not.toMatch(/Начн/)
      expect(told.subtitle).toContain('врач')
    }),
  )
})

test('every category has a title and a subtitle', () => {
  for (const category of categories) {
    expect(categoryTexts[category].title.length).toBeGreaterThan(10)
    for (const { text } of claimedTexts(categoryTexts[category].direction))
      expect(text.length).toBeGreaterThan(30)
  }
})

describe('the reasons', () => {
  const scored: [string, object][] = [
    ...Object.entries(choicePoints).flatMap(([key, options]) =>
      Object.entries(options).map(([value, points]): [string, object] => [`${key}:${value}`, points]),
    ),
    ...Object.entries(healthIssuePoints).map(([id, points]): [string, object] => [
      `healthIssues:${id}`,
      points,
    ]),
    ...Object.entries(bmiPoints).map(([band, points]): [string, object] => [`bmi:${band}`, points]),
    ['healthIssues:many', { A: 3 }],
  ]
  const shown = scored.filter(
    ([id, points]) =>
      Object.keys(points).length > 0 &&
      !/^(gender|age|goals|consultation):/.test(id) &&
      !isHealthy(id as ReasonId),
  )

  it.each(shown.map(([id]) => id))('%s has a text', (id) => {
    expect(reasonText(id as ReasonId)?.length).toBeGreaterThan(10)
  })

  it('are all different', () => {
    const texts = shown.map(([id]) => reasonText(id as ReasonId))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('are never missing for what a result shows', () => {
    fc.assert(
      fc.property(judged, ({ answers, result }) => {
        for (const reason of reasonsFor(result.subCategory, answers))
          expect(reasonText(reason)).not.toBeNull()
      }),
    )
  })

  it('an answer that explains nothing has none', () => {
    expect(reasonText('gender:female')).toBeNull()
    expect(reasonText('feelingCold:0')).toBeNull()
  })
})

describe('the cards beside a category', () => {
  it('are two, filled in, for any answers', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...categories), (answers, category) => {
        for (const { title, value, note } of extrasTexts(extrasOf(category, answers))) {
          expect(`${title} ${value} ${note}`).not.toMatch(/undefined|NaN|null/)
          expect(value.length).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  it('show the metabolic age in the genitive', () => {
    const [card] = extrasTexts({ category: 'A', metabolicAge: 51, problemAreas: ['energy', 'weight'] })
    expect(card.value).toBe('около 51\u00a0года')
  })

  it('show kilograms with a comma, and no loss where there is nothing to lose', () => {
    const of = (kg: number, weight: 'low' | 'held' | 'normal' | 'above') =>
      extrasTexts({ category: 'C', weightLossPotential: { kg, weight }, currentRegime: 'steady' })[0].value
    expect(of(4.5, 'above')).toBe('до\u00a04,5\u00a0кг за\u00a03\u00a0месяца')
    expect(of(0, 'normal')).toBe('Снижать не\u00a0нужно')
    expect(of(0, 'above')).toBe('Снижать не\u00a0нужно')
    expect(of(0, 'low')).toBe('Ниже нормы')
  })

  it('find no strain and no tiredness where none was told', () => {
    const told = { stressProfile: { kind: 'calm', level: 'low' }, sleepQuality: 'good' } as const
    const [stress, sleep] = extrasTexts({ category: 'B', ...told })
    expect(stress.value).toBe('Скорее спокойный')
    expect(`${stress.value} ${stress.note} ${sleep.note}`).not.toMatch(/устал|сил меньше/i)
  })
})

test('the disclaimer denies being medicine and names an ambulance', () => {
  expect(disclaimer.short).toMatch(/не\u00a0медицинская услуга/)
  expect(disclaimer.paragraphs.join(' ')).toMatch(/103/)
})
