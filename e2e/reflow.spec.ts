import type { StepId } from '@app/domain/quiz/steps'
import { aigerim } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { givenQuizAt } from './given-quiz.ts'
import { QuizPage } from './quiz-page.ts'

const sizes = [
  { name: 'at 320 px', viewport: { width: 320, height: 568 }, rootPx: 16 },
  { name: 'held sideways', viewport: { width: 844, height: 390 }, rootPx: 16 },
  { name: 'with text of 150 %', viewport: { width: 390, height: 844 }, rootPx: 24 },
  { name: 'with text of 200 %', viewport: { width: 390, height: 844 }, rootPx: 32 },
  { name: 'with text of 200 % at 320 px', viewport: { width: 320, height: 568 }, rootPx: 32 },
] as const
const steps: StepId[] = ['gender', 'height', 'health-issues', 'tongue-color', 'contact']

async function enlarge(page: Page, rootPx: number) {
  await page.evaluate((px) => {
    document.documentElement.style.fontSize = `${px}px`
  }, rootPx)
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const { name, viewport, rootPx } of sizes) {
  test.describe(name, () => {
    test.use({ viewport })

    test('no step scrolls sideways, and the way on is on screen', async ({ page }) => {
      const quiz = new QuizPage(page)
      for (const step of steps) {
        await givenQuizAt(page, step, aigerim)
        await quiz.expectAt(step)
        await enlarge(page, rootPx)
        expect(await overflow(page), step).toBe(0)
        const next = step === 'contact' ? quiz.submit : quiz.next
        await expect(next, step).toBeInViewport({ ratio: 0.95 })
      }
    })

    test('nor does the first screen, whose words lie on no drawing', async ({ page }) => {
      await page.goto('/')
      await enlarge(page, rootPx)
      expect(await overflow(page)).toBe(0)
      const lowest = await page
        .locator('[data-step="welcome"] h1 + p')
        .evaluate((p) => p.getBoundingClientRect().bottom)
      const highest = await page
        .locator('[data-step="welcome"] picture')
        .evaluate((p) => p.getBoundingClientRect().top)
      expect(lowest).toBeLessThanOrEqual(highest)
    })
  })
}

test.describe('held sideways', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('a number can be seen while it is typed', async ({ page }) => {
    const quiz = new QuizPage(page)
    await givenQuizAt(page, 'height', aigerim)
    await quiz.expectAt('height')
    const field = page.getByRole('textbox')
    await field.focus()
    const isCovered = await field.evaluate((input) => {
      const { x, y, width, height } = input.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height - 2) !== input
    })
    expect(isCovered).toBe(false)
  })
})
