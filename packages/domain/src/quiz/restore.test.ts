import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from './answers.arbitrary.ts'
import { goTo, startQuiz } from './machine.ts'
import { restoreQuiz } from './restore.ts'
import { visibleSteps } from './steps.ts'

describe('a stored quiz', () => {
  it('comes back at the same step with the same answers', () => {
    fc.assert(
      fc.property(anyAnswers, fc.nat(24), (answers, position) => {
        const seen = visibleSteps(answers)
        const state = goTo({ ...startQuiz(), answers }, seen[position % seen.length]!.id)
        expect(restoreQuiz(JSON.parse(JSON.stringify(state)))).toEqual(state)
      }),
    )
  })

  it('never throws and never shows an unreachable step, whatever was stored', () => {
    fc.assert(
      fc.property(fc.anything(), anyAnswers, fc.anything(), (junk, answers, value) => {
        expect(restoreQuiz(junk).completed).toBe(false)
        const damaged = restoreQuiz({ stepId: 'contact', answers: { ...answers, sleepFeeling: value } })
        expect(damaged.stepId).toBe(['0', '1', '2'].includes(value as string) ? 'contact' : 'sleep-feeling')
      }),
    )
  })

  it('takes the first of an old list of goals', () => {
    expect(restoreQuiz({ stepId: 'goals', answers: { goals: ['sleep', 'energy'] } }).answers.goals).toBe(
      'sleep',
    )
    expect(restoreQuiz({ stepId: 'goals', answers: { goals: [] } }).answers.goals).toBeUndefined()
  })

  it('loses only the answer that is out of range', () => {
    const stored = { stepId: 'age', answers: { gender: 'male', age: '30-39', height: 119, weight: 80 } }
    expect(restoreQuiz(stored).answers).toEqual({
      gender: 'male',
      age: '30-39',
      weight: 80,
      healthIssues: ['none'],
    })
  })
})
