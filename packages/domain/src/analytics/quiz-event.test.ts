import { expect, test } from 'vitest'
import { emailDomain } from './email-domain.ts'
import { funnelStep, isBeforeUnreportedStep, isUnreportedStep } from './quiz-event.ts'

test('the funnel counts the same for everybody and is silent about the step only women see', () => {
  expect(funnelStep('welcome')).toMatchObject({ step_number: 1, total_steps: 25, step_group: null })
  expect(funnelStep('dominant-emotion')).toMatchObject({ step_number: 16, step_group: 'emotional' })
  expect(funnelStep('before-menstruation')).toEqual(funnelStep('dominant-emotion'))
  expect(funnelStep('sleep-problems')).toMatchObject({ step_number: 18, total_steps: 25 })
  expect(isUnreportedStep('before-menstruation')).toBe(true)
  expect(isUnreportedStep('dominant-emotion')).toBe(false)
})

test('times wait until the step that only women see is past', () => {
  expect(isBeforeUnreportedStep('welcome')).toBe(true)
  expect(isBeforeUnreportedStep('before-menstruation')).toBe(true)
  expect(isBeforeUnreportedStep('sleep-problems')).toBe(false)
  expect(isBeforeUnreportedStep('contact')).toBe(false)
})

test.each([
  ['aliya@gmail.com', 'gmail.com'],
  [' Aliya@Mail.RU ', 'mail.ru'],
  ['office@sergeeva-aliya.kz', 'other'],
  ['nothing', 'other'],
])('the domain of %o is told as %o', (email, told) => {
  expect(emailDomain(email)).toBe(told)
})
