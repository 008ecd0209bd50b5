import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { categories } from './categories.ts'
import { claimIds, claimsOf, toneOf } from './claims.ts'

/** Whoever and whatever they wish for: every answer that complains of nothing. */
const healthy: Partial<QuizAnswers> = {
  height: 170,
  weight: 63,
  dietAttempts: 'never',
  healthIssues: ['none'],
  tongueColor: '1',
  feelingCold: '0',
  bodyHeaviness: '0',
  unusualCravings: '0',
  sleepFeeling: '0',
  eyeWhitesColor: '0',
  dilatedPupils: '0',
  dominantEmotion: '0',
  sleepProblems: '0',
  afterEating: '0',
  stopEatingSweets: '0',
  doingEverythingRight: '0',
  whenHungryChoose: '0',
  whenBreakdownsHappen: '0',
}
const anyHealthy = anyAnswers.map(
  ({ beforeMenstruation: _, ...answers }): QuizAnswers => ({ ...answers, ...healthy }),
)

describe('a claim about the reader', () => {
  it('can be made of somebody, and is not made of everybody', () => {
    const sample = fc.sample(fc.oneof(anyAnswers, anyHealthy), { numRuns: 400, seed: 5 }).map(claimsOf)
    for (const claim of claimIds) {
      expect([claim, new Set(sample.map((holds) => holds(claim))).size]).toEqual([claim, 2])
    }
  })
})

describe('the tone of a result', () => {
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
  ] as Partial<QuizAnswers>[])('is no longer well with %j, and names no category for it alone', (change) => {
    const [answers] = fc.sample(anyHealthy, { numRuns: 1, seed: 2 })
    for (const category of categories) {
      expect(toneOf(category, { ...answers!, ...change })).toBe('plain')
    }
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
