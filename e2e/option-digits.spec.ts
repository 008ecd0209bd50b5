import { aigerim } from '@app/testing/people'
import { expect, test } from './support/fixtures.ts'
import { QuizPage } from './support/quiz-page.ts'

/** The badge that names an option's key. */
const digits = /^[1-9]$/

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('options name no keys', async ({ page }) => {
    const quiz = new QuizPage(page)
    await quiz.open()
    await quiz.walk(aigerim, { until: 'age' })
    await expect(page.getByText(digits).filter({ visible: true })).toHaveCount(0)
  })
})

test('where there is a keyboard each option names its key', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'age' })
  await expect(page.getByText(digits).filter({ visible: true })).toHaveText(['1', '2', '3', '4', '5'])
})
