import { aigerim } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { QuizPage } from './support/quiz-page.ts'

/** Returns the digits on the badges of the options' keys, which the stylesheet draws. */
function digits(page: Page): Promise<string[]> {
  return page
    .locator('.option-mark:visible')
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark, '::after').content))
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('options name no keys', async ({ page }) => {
    const quiz = new QuizPage(page)
    await quiz.open()
    await quiz.walk(aigerim, { until: 'age' })
    await expect.poll(() => digits(page)).toEqual(Array(5).fill('none'))
  })
})

test('where there is a keyboard each option names its key', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'age' })
  await expect.poll(() => digits(page)).toEqual(['"1"', '"2"', '"3"', '"4"', '"5"'])
})
