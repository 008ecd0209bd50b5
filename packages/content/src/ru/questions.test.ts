import { quizOptions } from '@app/domain/quiz/options'
import { steps } from '@app/domain/quiz/steps'
import { expect, test } from 'vitest'
import { optionTexts, stepTexts, welcomePoints } from './questions.ts'

test.each(steps.map((step) => step.id))('%s has a title that fits three lines of a phone', (id) => {
  const { title, hint, why } = stepTexts[id]
  expect(title.length).toBeGreaterThan(3)
  expect(title.length).toBeLessThanOrEqual(60)
  expect(hint?.length ?? 0).toBeLessThanOrEqual(130)
  expect(why?.length ?? 0).toBeLessThanOrEqual(110)
})

test.each(Object.entries(quizOptions))('every option of %s has a short label of its own', (key, values) => {
  const texts = optionTexts[key as keyof typeof optionTexts] as Record<string, { label: string }>
  const labels = values.map((value) => texts[value]!.label)
  expect(new Set(labels).size).toBe(values.length)
  for (const label of labels) {
    expect(label.length).toBeGreaterThan(2)
    expect(label.length).toBeLessThanOrEqual(40)
  }
})

test.each(['weight', 'tongue-color', 'eye-whites-color', 'dilated-pupils', 'before-menstruation'] as const)(
  'the sensitive or strange question %s says why it is asked',
  (id) => {
    expect(stepTexts[id].why).toBeTruthy()
  },
)

test('the welcome says how long it takes, that it is free and that it is no diagnosis', () => {
  expect(welcomePoints.join(' ')).toMatch(/4\u00a0минут.*Бесплатно/s)
  expect(stepTexts.welcome.why).toMatch(/диагноз/)
})
