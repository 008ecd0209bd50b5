import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyAnswers } from './answers.arbitrary.ts'
import { startQuiz } from './machine.ts'
import { insightForStep } from './step-insight.ts'
import { steps } from './steps.ts'

test('a whole quiz gives back three times, at these steps and what was answered before them', () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const { height, weight, goals, healthIssues } = answers
      const given = steps.flatMap(({ id }) => {
        const payOff = insightForStep(id, answers)
        return payOff ? [[id, payOff]] : []
      })
      expect(given).toEqual([
        ['diet-attempts', { kind: 'measured', height, weight }],
        ['goals', { kind: 'issues', count: healthIssues.filter((issue) => issue !== 'none').length }],
        ['sleep-feeling', { kind: 'goal', goal: goals }],
      ])
    }),
  )
})

test('before it is answered there is nothing to give back', () => {
  const { answers } = startQuiz()
  expect(insightForStep('diet-attempts', answers)).toBeNull()
  expect(insightForStep('diet-attempts', { ...answers, height: 170 })).toBeNull()
  expect(insightForStep('sleep-feeling', answers)).toBeNull()
  // The question is answered from the start, by «ничего».
  expect(insightForStep('goals', answers)).toEqual({ kind: 'issues', count: 0 })
})
