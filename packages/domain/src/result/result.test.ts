import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { quizOptions } from '../quiz/options.ts'
import {
  type Category,
  categories,
  categoryOf,
  fallbackSubcategory,
  parseStoredCategory,
  storedCategory,
  subcategories,
} from './categories.ts'
import { anyHealthy } from './healthy.arbitrary.ts'
import { isHealthy } from './healthy.ts'
import { classifyResult, countAnswers, isBodySign, reasonsFor } from './result.ts'
import { explainScores, mainCategory, type ReasonId, score } from './score.ts'
import { anyKeepingWeight } from './weight-stays.arbitrary.ts'

describe('the scores', () => {
  it('are the sum of what explains them', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        for (const category of categories) {
          const sum = explainScores(answers).reduce((total, { points }) => total + (points[category] ?? 0), 0)
          expect(score(answers)[category]).toBe(sum)
        }
      }),
    )
  })

  /** Which category each graded symptom points to; a stronger answer must not lower it. */
  it.each([
    ['feelingCold', 'A'],
    ['bodyHeaviness', 'A'],
    ['unusualCravings', 'C'],
    ['sleepFeeling', 'B'],
    ['dilatedPupils', 'B'],
    ['dominantEmotion', 'B'],
    ['beforeMenstruation', 'B'],
    ['sleepProblems', 'B'],
    ['afterEating', 'A'],
    ['stopEatingSweets', 'C'],
    ['doingEverythingRight', 'C'],
    ['whenHungryChoose', 'C'],
    ['whenBreakdownsHappen', 'C'],
    ['dietAttempts', 'C'],
  ] as const)('never fall for more of %s', (key, category) => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const woman = { ...answers, gender: 'female' } as QuizAnswers
        const scores = quizOptions[key].map((value) => score({ ...woman, [key]: value })[category])
        expect(scores).toEqual(scores.toSorted((one, other) => one - other))
        expect(scores.at(-1)).toBeGreaterThan(scores[0]!)
      }),
      { numRuns: 30 },
    )
  })

  it('never fall for one more health issue', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...quizOptions.healthIssues), (answers, id) => {
        const named = answers.healthIssues.filter((issue) => issue !== 'none' && issue !== id)
        if (id === 'none') return
        const before = score({ ...answers, healthIssues: named.length > 0 ? named : ['none'] })
        const after = score({ ...answers, healthIssues: [...named, id] })
        for (const category of categories) expect(after[category]).toBeGreaterThanOrEqual(before[category])
      }),
    )
  })

  it('never fall in A for a higher weight above normal', () => {
    fc.assert(
      fc.property(anyAnswers, fc.integer({ min: 0, max: 100 }), (answers, more) => {
        const heavy = { ...answers, height: 170, weight: 75 }
        expect(score({ ...heavy, weight: 75 + more }).A).toBeGreaterThanOrEqual(score(heavy).A)
      }),
    )
  })

  it('add three to A from the third issue on', () => {
    const [sample] = fc.sample(anyAnswers, 1)
    const two = score({ ...sample!, healthIssues: ['other', 'anxiety'] })
    const three = score({ ...sample!, healthIssues: ['other', 'anxiety', 'sleepIssues'] })
    expect(three.A - two.A).toBe(3)
  })

  it("do not depend on anything but answers, nor on a person's own words", () => {
    fc.assert(
      fc.property(anyAnswers, fc.string({ maxLength: 50 }), (answers, words) => {
        const issues = answers.healthIssues.filter((issue) => issue !== 'none')
        const bare = classifyResult({ ...answers, healthIssues: [...issues, 'other'] })
        expect(
          classifyResult({
            ...answers,
            healthIssues: [...issues.filter((i) => i !== 'other'), `other:${words}`],
          }),
        ).toEqual(issues.includes('other') ? classifyResult({ ...answers, healthIssues: issues }) : bare)
      }),
    )
  })
})

describe('the category', () => {
  it.each([
    [{ A: 5, B: 5, C: 5 }, 'A'],
    [{ A: 4, B: 5, C: 5 }, 'B'],
    [{ A: 5, B: 4, C: 5 }, 'A'],
    [{ A: 0, B: 0, C: 1 }, 'C'],
    [{ A: 0, B: 0, C: 0 }, 'A'],
  ] as const)('of %j is %s', (scores, expected) => {
    expect(mainCategory(scores)).toBe(expected)
  })

  it('spreads: every subcategory is reached and no category gets under 15 %', () => {
    const results = fc.sample(anyAnswers, { numRuns: 4000, seed: 20_261 }).map(classifyResult)
    const share = (matches: (result: (typeof results)[number]) => boolean) =>
      results.filter(matches).length / results.length
    for (const category of categories) expect(share((r) => r.mainCategory === category)).toBeGreaterThan(0.15)
    for (const subcategory of subcategories)
      expect(share((r) => r.subCategory === subcategory)).toBeGreaterThan(0)
  })

  it('is what its subcategory says, as stored and read back', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const { mainCategory: category, subCategory } = classifyResult(answers)
        expect(categoryOf(subCategory)).toBe(category)
        expect(parseStoredCategory(storedCategory(subCategory))).toBe(subCategory)
      }),
    )
  })

  it.each([
    ['AA2', 'A2'],
    ['CC1', 'C1'],
    ['ZZ9', 'A1'],
    ['', 'A1'],
    [null, 'A1'],
  ] as const)('stored as %j is read as %s', (stored, expected) => {
    expect(parseStoredCategory(stored) ?? fallbackSubcategory).toBe(expected)
  })
})

describe('the reasons', () => {
  const weightOf = (reason: ReasonId, category: Category, answers: QuizAnswers) =>
    explainScores(answers).find((part) => part.reason === reason)?.points[category] ?? 0

  it('are at most three, all of the winning category, the heaviest first, and none of them healthy', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const { mainCategory: category, subCategory } = classifyResult(answers)
        const reasons = reasonsFor(subCategory, answers)
        const points = reasons
          .filter((reason) => !isBodySign(reason))
          .map((reason) => weightOf(reason, category, answers))
        expect(reasons.length).toBeLessThanOrEqual(3)
        expect(reasons.every((reason) => weightOf(reason, category, answers) > 0)).toBe(true)
        expect(points).toEqual(points.toSorted((one, other) => other - one))
        expect(reasons.filter(isHealthy)).toEqual([])
      }),
    )
  })

  it('name a body sign only after a single other reason', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const reasons = reasonsFor(classifyResult(answers).subCategory, answers)
        const first = reasons.findIndex(isBodySign)
        if (first >= 0) expect([first, reasons.filter((one) => !isBodySign(one)).length]).toEqual([1, 1])
      }),
    )
  })

  it.each([
    { tongueColor: '3' },
    { tongueColor: '4' },
    { tongueColor: '5', eyeWhitesColor: '2' },
    { dilatedPupils: '2' },
  ] as const)('are none when all that speaks is seen in a mirror: %j', (signs) => {
    fc.assert(
      fc.property(anyHealthy, fc.constantFrom(...subcategories), (answers, subcategory) => {
        expect(reasonsFor(subcategory, { ...answers, ...signs })).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('name a body sign beside the one other reason there is', () => {
    const [well] = fc.sample(anyHealthy, { numRuns: 1, seed: 1 })
    const hinted = { ...well!, tongueColor: '3', whenHungryChoose: '1' } as const
    expect(reasonsFor('C1', hinted)).toEqual(['whenHungryChoose:1', 'tongueColor:3'])
    expect(reasonsFor('C1', { ...hinted, stopEatingSweets: '2' })).toEqual([
      'stopEatingSweets:2',
      'whenHungryChoose:1',
    ])
  })

  it('speak of no weight and no diets to those with whom losing weight is not spoken of', () => {
    fc.assert(
      fc.property(anyKeepingWeight, fc.constantFrom(...subcategories), (answers, subcategory) => {
        for (const reason of reasonsFor(subcategory, answers, 30)) {
          expect(reason).not.toMatch(/^(bmi:(?!under)|dietAttempts:)/)
        }
      }),
    )
  })

  it('name what decided the subcategory, however light it weighs', () => {
    const [sample] = fc.sample(anyAnswers, { numRuns: 1, seed: 1 })
    const heavy = {
      ...sample!,
      afterEating: '1',
      feelingCold: '2',
      bodyHeaviness: '2',
      dietAttempts: '3-more',
    } as const
    const ofA2 = reasonsFor('A2', {
      ...heavy,
      ...{ height: 170, weight: 107 }, // BMI 37
      healthIssues: ['fatigue', 'swelling', 'thyroid', 'insulinResistance'],
    })
    expect(ofA2).toEqual(expect.arrayContaining(['bmi:from-35', 'healthIssues:insulinResistance']))

    const strained = { ...heavy, dominantEmotion: '2', sleepProblems: '2', sleepFeeling: '2' } as const
    const woman = { ...strained, gender: 'female', age: '40-49', beforeMenstruation: '1' } as const
    expect(reasonsFor('B2', { ...woman, healthIssues: ['anxiety'] })).toContain('beforeMenstruation:1')

    const eater = { ...heavy, stopEatingSweets: '2', whenHungryChoose: '2', unusualCravings: '2' } as const
    expect(reasonsFor('C2', { ...eater, doingEverythingRight: '1' })).toContain('doingEverythingRight:1')
  })
})

describe('the counted answers', () => {
  const [well] = fc.sample(anyHealthy, { numRuns: 1, seed: 1 })

  it('are none for whoever complains of nothing', () => {
    fc.assert(
      fc.property(anyHealthy, fc.constantFrom(...categories), (answers, category) => {
        expect(countAnswers(category, answers)).toEqual({ A: 0, B: 0, C: 0 })
      }),
    )
  })

  it.each([
    ['feelingCold:2', { feelingCold: '2' }, { A: 1, B: 0, C: 0 }],
    ['two of nerves', { sleepProblems: '1', dominantEmotion: '2' }, { A: 0, B: 2, C: 0 }],
    ['one that weighs in two, where it weighs most', { whenBreakdownsHappen: '2' }, { A: 0, B: 0, C: 1 }],
    ['no body sign', { tongueColor: '3', dilatedPupils: '2' }, { A: 0, B: 0, C: 0 }],
    [
      'three issues as three',
      { healthIssues: ['anxiety', 'sleepIssues', 'digestion'] },
      { A: 0, B: 2, C: 1 },
    ],
  ] as [string, Partial<QuizAnswers>, object][])('hold %s', (_, change, counts) => {
    expect(countAnswers('A', { ...well!, ...change })).toEqual(counts)
  })

  it('give an answer of equal weights to the category of the result', () => {
    const tired: QuizAnswers = { ...well!, healthIssues: ['fatigue'] }
    expect(countAnswers('B', tired)).toEqual({ A: 0, B: 1, C: 0 })
    expect(countAnswers('C', tired)).toEqual({ A: 1, B: 0, C: 0 })
  })

  it('hold no weight and no diets for those with whom losing weight is not spoken of', () => {
    fc.assert(
      fc.property(anyKeepingWeight, (answers) => {
        const lean: QuizAnswers = { ...answers, dietAttempts: 'never' }
        expect(countAnswers('A', { ...lean, dietAttempts: '3-more' })).toEqual(countAnswers('A', lean))
      }),
    )
  })
})
