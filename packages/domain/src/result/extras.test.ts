import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { quizOptions } from '../quiz/options.ts'
import { bmi } from './bmi.ts'
import { currentRegime } from './current-regime.ts'
import { healthyAnswers } from './healthy.arbitrary.ts'
import { ageBandMidpoint, maxYearsAdded, metabolicAge } from './metabolic-age.ts'
import { problemAreas, problemAreasOf } from './problem-areas.ts'
import { sleepQuality } from './sleep-quality.ts'
import { stressProfile } from './stress-profile.ts'
import { weightLossPotential } from './weight-loss-potential.ts'
import { anyKeepingWeight } from './weight-stays.arbitrary.ts'

const height = fc.integer({ min: 120, max: 250 })
const weight = fc.double({ min: 30, max: 300, noNaN: true })
const potential = (cm: number, kg: number, words = 'колени') =>
  weightLossPotential({ height: cm, weight: kg, healthIssues: [`other:${words}`] })

/** The values of a grade over the options of one question, all other answers the same. */
function ranksOver(key: keyof typeof quizOptions, rank: (answers: QuizAnswers) => number) {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const woman = { ...answers, gender: 'female' } as QuizAnswers
      const ranks = quizOptions[key].map((value) => rank({ ...woman, [key]: value } as QuizAnswers))
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    }),
    { numRuns: 50 },
  )
}

describe('the weight-loss potential', () => {
  it('is nothing for normal and low weight', () => {
    fc.assert(
      fc.property(height, weight, (cm, kg) => {
        if (bmi(cm, kg) < 25) expect(potential(cm, kg).kg).toBe(0)
      }),
    )
    expect(potential(165, 45).weight).toBe('low')
    expect(potential(165, 60).weight).toBe('normal')
  })

  it('never passes 6 kg, 5 % of the weight or the edge of normal weight', () => {
    fc.assert(
      fc.property(height, weight, (cm, kg) => {
        const loss = potential(cm, kg).kg
        expect(loss === 0 || loss >= 1).toBe(true)
        expect(loss).toBeLessThanOrEqual(Math.min(6, kg * 0.05))
        expect(loss * 2).toBe(Math.round(loss * 2))
        if (loss > 0) expect((kg - loss) / (cm / 100) ** 2).toBeGreaterThanOrEqual(24.89)
      }),
    )
  })

  it.each([
    [165, 68.3, 0],
    [165, 69, 1],
    [165, 80, 4],
    [165, 110, 5.5],
    [180, 150, 6],
  ])('of %s cm and %s kg is %s kg', (cm, kg, loss) => {
    expect(potential(cm, kg)).toEqual({ kg: loss, weight: 'above' })
  })
})

describe('what to look after', () => {
  const names = (change: Partial<QuizAnswers>) =>
    problemAreasOf({ ...healthyAnswers, ...change } as QuizAnswers)

  it.each([
    [{}, []],
    [{ afterEating: '1' }, ['energy']],
    [{ healthIssues: ['thyroid', 'fatigue', 'digestion'] }, ['energy', 'digestion', 'thyroid']],
    [{ stopEatingSweets: '1', unusualCravings: '1', sleepFeeling: '1' }, []],
    [{ stopEatingSweets: '2', unusualCravings: '2' }, ['sugar', 'cravings']],
    [
      { bodyHeaviness: '1', feelingCold: '1', healthIssues: ['swelling'] },
      ['swelling', 'heaviness', 'warmth'],
    ],
    [{ height: 170, weight: 71 }, []],
    [{ height: 170, weight: 73 }, ['weight']],
  ] as [Partial<QuizAnswers>, string[]][])('after %j is %j', (change, areas) => {
    expect(names(change)).toEqual(areas)
  })
})

describe('to whoever must not lose weight', () => {
  it('no card names weight as what to look after, or kilograms', () => {
    fc.assert(
      fc.property(anyKeepingWeight, (answers) => {
        expect(problemAreasOf(answers)).not.toContain('weight')
        expect(weightLossPotential(answers)).toMatchObject({
          kg: 0,
          weight: expect.stringMatching(/^(low|held)$/),
        })
      }),
    )
  })
})

describe('of whoever must not lose weight now', () => {
  it.each(['беременна', 'кормлю грудью', 'булимия'])('(%s) there is no potential', (words) => {
    expect(potential(165, 80, words)).toEqual({ kg: 0, weight: 'held' })
    expect(potential(165, 45, words)).toEqual({ kg: 0, weight: 'low' })
  })
})

describe('the metabolic age', () => {
  it('is whole, never below the middle of the band and at most eight years above', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const added = metabolicAge(answers) - ageBandMidpoint[answers.age]
        expect(Number.isInteger(added)).toBe(true)
        expect(added).toBeGreaterThanOrEqual(0)
        expect(added).toBeLessThanOrEqual(maxYearsAdded)
      }),
    )
  })

  it('never falls for more weight', () => {
    fc.assert(
      fc.property(anyAnswers, fc.double({ min: 0, max: 50, noNaN: true }), (answers, more) => {
        const heavier = { ...answers, weight: answers.weight + more }
        expect(metabolicAge(heavier)).toBeGreaterThanOrEqual(metabolicAge(answers))
      }),
    )
  })

  it.each(['afterEating', 'bodyHeaviness', 'sleepFeeling', 'dietAttempts', 'age'] as const)(
    'never falls for more of %s',
    (key) => ranksOver(key, metabolicAge),
  )
})

describe('stress, sleep and regime', () => {
  const levels = ['low', 'moderate', 'high']
  it.each([
    'dominantEmotion',
    'dilatedPupils',
    'sleepProblems',
    'sleepFeeling',
    'whenBreakdownsHappen',
  ] as const)('strain never falls for more of %s', (key) =>
    ranksOver(key, (answers) => levels.indexOf(stressProfile(answers).level)),
  )

  const qualities = ['good', 'uneven', 'poor']
  it.each(['sleepProblems', 'sleepFeeling'] as const)('sleep is never better for more of %s', (key) =>
    ranksOver(key, (answers) => qualities.indexOf(sleepQuality(answers))),
  )

  const regimes = ['steady', 'uneven', 'broken']
  it.each(['whenHungryChoose', 'stopEatingSweets', 'whenBreakdownsHappen', 'unusualCravings'] as const)(
    'the regime is never steadier for more of %s',
    (key) => ranksOver(key, (answers) => regimes.indexOf(currentRegime(answers))),
  )

  it('sleep that is complained of is never called good', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const complaining: QuizAnswers = { ...answers, healthIssues: ['sleepIssues'] }
        expect(sleepQuality(complaining)).not.toBe('good')
      }),
      { numRuns: 30 },
    )
  })

  it('every grade and kind can be reached', () => {
    const sample = fc.sample(anyAnswers, { numRuns: 3000, seed: 7 })
    expect(new Set(sample.map((answers) => stressProfile(answers).level)).size).toBe(3)
    expect(new Set(sample.map((answers) => stressProfile(answers).kind)).size).toBe(6)
    expect(new Set(sample.map(sleepQuality)).size).toBe(3)
    expect(new Set(sample.map(currentRegime)).size).toBe(3)
    expect(new Set(sample.flatMap(problemAreasOf)).size).toBe(problemAreas.length)
  })
})
