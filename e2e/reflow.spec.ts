import { aigerim } from '@app/testing/people'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'

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
