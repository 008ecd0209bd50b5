import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyAnswers } from './answers.arbitrary.ts'
import { startQuiz } from './machine.ts'
import { payOffAt } from './pay-off.ts'
import { steps } from './steps.ts'

test('a whole quiz gives back at most three times, and only what was answered', () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const given = steps.flatMap(({ id }) => payOffAt(id, answers) ?? [])
      expect(given.length).toBeLessThanOrEqual(3)
      for (const payOff of given) {
        if (payOff.kind === 'measured')
          expect(payOff).toMatchObject({ height: answers.height, weight: answers.weight })
        if (payOff.kind === 'goal') expect(payOff.goal).toBe(answers.goals)
        if (payOff.kind === 'issues') expect(payOff.count).toBeLessThanOrEqual(answers.healthIssues.length)
      }
    }),
  )
})

test('before it is answered there is nothing to give back', () => {
  const { answers } = startQuiz()
  expect(payOffAt('diet-attempts', answers)).toBeNull()
  expect(payOffAt('sleep-feeling', answers)).toBeNull()
  expect(payOffAt('age', answers)).toBeNull()
})
