import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { categories } from './categories.ts'
import { type ClaimId, claimIds, createClaimCheck, toneOf } from './claims.ts'
import { currentRegime } from './current-regime.ts'
import { anyHealthy } from './healthy.arbitrary.ts'
import { anyWhoseLoadWaits, loadGoesOnWith, loadWaitsBy, withRedFlag } from './load-waits.arbitrary.ts'
import { type Concern, concernsAgainstExertion, concernsOf, urgencyOf } from './medical-red-flags.ts'
import { sleepQuality } from './sleep-quality.ts'
import { anyKeepingWeight } from './weight-stays.arbitrary.ts'

describe('a claim about the reader', () => {
  it('can be made of somebody, and is not made of everybody', () => {
    const sample = fc
      .sample(fc.oneof(anyAnswers, anyHealthy, anyWhoseLoadWaits), { numRuns: 400, seed: 5 })
      .map(createClaimCheck)
    for (const claim of claimIds) {
      expect([claim, new Set(sample.map((holds) => holds(claim))).size]).toEqual([claim, 2])
    }
  })
})

describe('a claim about losing weight', () => {
  const ofLosing = [
    ...(['slightlyAboveNormal', 'aboveNormal', 'normalWeight', 'mayLose', 'mayTalkOfWeight'] as const),
    ...(['dietedOften', 'loadedAndDieted'] as const),
  ] satisfies ClaimId[]

  it('is made of nobody with whom losing weight is not spoken of', () => {
    fc.assert(
      fc.property(anyKeepingWeight, (answers) => {
        expect(ofLosing.filter(createClaimCheck({ ...answers, dietAttempts: '3-more' }))).toEqual([])
      }),
    )
  })
})

describe('a claim about moving more', () => {
  it.each(Object.entries(loadWaitsBy))(
    'is made of nobody with %s, who is told to ask a doctor first',
    (concern, sign) => {
      const [answers] = fc.sample(anyHealthy, { numRuns: 1, seed: 2 })
      const holds = createClaimCheck(withRedFlag(answers!, sign))
      expect(concernsOf(withRedFlag(answers!, sign))).toContain(concern)
      expect([holds('mayLoad'), holds('asksBeforeLoad')]).toEqual([false, true])
    },
  )

  it('is decided for everything a doctor should hear of', () => {
    const decided: Concern[] = [...concernsAgainstExertion, ...loadGoesOnWith]
    expect(decided.toSorted()).toEqual(Object.keys(urgencyOf).toSorted())
    expect(concernsAgainstExertion.toSorted()).toEqual(Object.keys(loadWaitsBy).toSorted())
  })
})

describe('a claim and the card beside it', () => {
  it('agree about sleep and about food, whatever was answered', () => {
    fc.assert(
      fc.property(fc.oneof(anyAnswers, anyHealthy), (answers) => {
        const holds = createClaimCheck(answers)
        expect(holds('sleepsWell')).toBe(sleepQuality(answers) === 'good')
        expect(holds('evenFood')).toBe(currentRegime(answers) === 'steady')
      }),
    )
  })
})

describe('the tone of a result', () => {
  it('names no category by a weight that may not be spoken of', () => {
    const [well] = fc.sample(anyHealthy, { numRuns: 1, seed: 2 })
    const heavy: QuizAnswers = { ...well!, age: '30-39', height: 160, weight: 90, healthIssues: ['none'] }
    expect(toneOf('A', heavy)).toBe('named')
    expect(toneOf('A', { ...heavy, healthIssues: ['other:булимия'] })).toBe('plain')
  })

  it('is well for whoever complains of nothing, whichever category the rules give', () => {
    fc.assert(
      fc.property(anyHealthy, fc.constantFrom(...categories), (answers, category) => {
        expect(toneOf(category, answers)).toBe('well')
      }),
    )
  })

  it.each([
    { tongueColor: '3' },
    { weight: 75 },
    { weight: 50 },
    { healthIssues: ['other:колени'] },
    { dietAttempts: '3-more' },
    { sleepProblems: '1' },
    { healthIssues: ['digestion'], feelingCold: '1' },
  ] as Partial<QuizAnswers>[])('is no longer well with %j, and names no category for it alone', (change) => {
    const [answers] = fc.sample(anyHealthy, { numRuns: 1, seed: 2 })
    for (const category of categories) {
      expect(toneOf(category, { ...answers!, ...change })).toBe('plain')
    }
  })

  const cold = { feelingCold: '1' } as const
  const heavy = { bodyHeaviness: '1' } as const
  const onTheWay: [area: string, own: Partial<QuizAnswers>, other: Partial<QuizAnswers>][] = [
    ['energy', { healthIssues: ['fatigue'] }, cold],
    ['sugar', { healthIssues: ['insulinResistance'] }, cold],
    ['weight', { weight: 80 }, cold],
    ['swelling', { healthIssues: ['swelling'] }, cold],
    ['heaviness', heavy, cold],
    ['warmth', cold, heavy],
    ['thyroid', { healthIssues: ['thyroid'] }, cold],
  ]

  it.each(onTheWay)('names A for %s, said with %j, where %j alone does not', (_area, own, other) => {
    const [answers] = fc.sample(anyHealthy, { numRuns: 1, seed: 2 })
    expect(toneOf('A', { ...answers!, ...other })).toBe('plain')
    expect(toneOf('A', { ...answers!, ...other, ...own })).toBe('named')
  })

  it.each([
    ['A', { feelingCold: '2' }],
    ['A', { bodyHeaviness: '1', afterEating: '1' }],
    ['B', { dominantEmotion: '1' }],
    ['C', { whenHungryChoose: '1' }],
  ] as ['A' | 'B' | 'C', Partial<QuizAnswers>][])('names %s for %j', (category, change) => {
    const [answers] = fc.sample(anyHealthy, { numRuns: 1, seed: 2 })
    expect(toneOf(category, { ...answers!, ...change })).toBe('named')
  })
})
