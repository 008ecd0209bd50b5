import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { quizOptions } from '../quiz/options.ts'
import { categories, categoryOf, parseStoredCategory, subcategories } from './categories.ts'
import { judge, reasonsFor } from './result.ts'
import { explainScores, mainCategory, score } from './score.ts'

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
        const bare = judge({ ...answers, healthIssues: [...issues, 'other'] })
        expect(
          judge({ ...answers, healthIssues: [...issues.filter((i) => i !== 'other'), `other:${words}`] }),
        ).toEqual(issues.includes('other') ? judge({ ...answers, healthIssues: issues }) : bare)
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
    const results = fc.sample(anyAnswers, { numRuns: 4000, seed: 20_261 }).map(judge)
    const share = (matches: (result: (typeof results)[number]) => boolean) =>
      results.filter(matches).length / results.length
    for (const category of categories) expect(share((r) => r.mainCategory === category)).toBeGreaterThan(0.15)
    for (const subcategory of subcategories)
      expect(share((r) => r.subCategory === subcategory)).toBeGreaterThan(0)
  })

  it('is what its subcategory says, as stored and read back', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const { mainCategory: category, subCategory } = judge(answers)
        expect(categoryOf(subCategory)).toBe(category)
        expect(parseStoredCategory(category + subCategory)).toBe(subCategory)
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
    expect(parseStoredCategory(stored)).toBe(expected)
  })
})

describe('the reasons', () => {
  it('are at most three, all of the winning category, the heaviest first', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const { mainCategory: category } = judge(answers)
        const points = reasonsFor(category, answers).map(
          (reason) => explainScores(answers).find((part) => part.reason === reason)?.points[category] ?? 0,
        )
        expect(points.length).toBeLessThanOrEqual(3)
        expect(points.every((value) => value > 0)).toBe(true)
        expect(points).toEqual(points.toSorted((one, other) => other - one))
      }),
    )
  })
})
