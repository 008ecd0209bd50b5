import { quizTexts } from '@app/content/ru/ui/quiz'
import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { aigerim } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { openWithoutScript } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('while the script is on its way', () => {
  test('the first two questions open and answer, and the quiz goes on from there', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('#main')).toBeHidden()
    const [header, question, footer] = await Promise.all(
      ['header', '#early', 'footer'].map((part) => page.locator(part).boundingBox()),
    )
    expect(header?.y).toBeLessThan(question?.y ?? 0)
    expect(question?.y).toBeLessThan(footer?.y ?? 0)
    await quiz.option('gender', 'female').click({ force: true })

    await quiz.expectAt('age')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByText('Шаг 3 из 25')).toBeVisible()
    await quiz.option('age', '30-39').click({ force: true })
    await expect(quiz.option('age', '30-39')).toBeChecked()
    await expect(page.getByText(quizTexts.early.waiting)).toBeVisible()
    release()

    await quiz.expectAt('height')
    await expect(page.locator('#main')).toBeVisible()
    await expect(page.getByText('Шаг 4 из 25')).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await page.goBack()
    await quiz.expectAt('age')
    await expect(quiz.option('age', '30-39')).toBeChecked()
    await page.goBack()
    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'female')).toBeChecked()
    await page.goBack()
    await quiz.expectAt('welcome')
  })

  test('whoever is asked the second question when the script comes answers it there', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.expectAt('age')
    await expect(page.getByText('Шаг 3 из 24')).toBeVisible()
    release()

    await expect(page.locator('#early')).toHaveCount(0)
    await quiz.expectAt('age')
    await expect(page.getByText('Шаг 3 из 24')).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await quiz.option('age', '60+').click({ force: true })
    await quiz.expectAt('height')
  })

  test('a press that a busy phone tells of when the script has come is heard', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.expectAt('age')
    const pressedAt = Date.now() / 1000
    release()
    await expect(page.locator('#early')).toHaveCount(0)

    const box = await quiz.option('age', '60+').locator('xpath=ancestor::label').boundingBox()
    if (!box) throw new Error('The option is not drawn')
    const devtools = await page.context().newCDPSession(page)
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      await devtools.send('Input.dispatchMouseEvent', {
        ...{ type, timestamp: pressedAt, x: box.x + box.width / 2, y: box.y + box.height / 2 },
        ...{ button: 'left', clickCount: 1 },
      })
    }
    await quiz.expectAt('height')
  })

  test('whoever has come back to an answer stays with it when the script comes', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.expectAt('age')
    await quiz.back.click()
    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'male')).toBeChecked()
    release()

    await expect(page.locator('#early')).toHaveCount(0)
    await page.waitForTimeout(autoAdvanceMs * 2)
    await quiz.expectAt('gender')
    await quiz.option('gender', 'female').click({ force: true })
    await quiz.expectAt('age')
    await expect(page.getByText('Шаг 3 из 25')).toBeVisible()
  })

  test('whoever goes back to the first screen keeps both answers when the script comes', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'female').click({ force: true })
    await quiz.expectAt('age')
    await quiz.option('age', '30-39').click({ force: true })
    await quiz.back.click()
    // The pause after the first answer is another visit's.
    await page.waitForTimeout(autoAdvanceMs * 2)
    await quiz.expectAt('gender')
    await quiz.back.click()
    await quiz.expectAt('welcome')
    release()

    await expect(page.locator('html[data-ready]')).toBeAttached()
    await page.goForward()
    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'female')).toBeChecked()
    await page.goForward()
    await quiz.expectAt('age')
    await expect(quiz.option('age', '30-39')).toBeChecked()
  })

  test('a held key answers one question, and a held arrow none', async ({ page }) => {
    const { quiz } = await openWithoutScript(page)
    await page.keyboard.down('ArrowDown')
    await page.keyboard.down('ArrowDown')
    await page.keyboard.up('ArrowDown')
    await expect(page.locator('#early input:checked')).toHaveCount(0)
    await page.keyboard.down('2')
    await quiz.expectAt('age')
    await page.keyboard.down('2')
    await page.keyboard.up('2')
    await expect(quiz.option('age', '30-39')).not.toBeChecked()
  })

  test('while what was chosen is shown, a second press is nobody’s', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    /** In one task, so that they are as close on a busy machine as on any other. */
    const pressAtOnce = (...keys: string[]) =>
      page.evaluate((pressed) => {
        for (const key of pressed)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }, keys)

    await pressAtOnce('2', '1')
    await quiz.expectAt('age')
    await pressAtOnce('2', '3')
    await expect(quiz.option('age', '30-39')).toBeChecked()
    // Whoever waits for the script may still think better of it.
    await page.waitForTimeout(autoAdvanceMs * 2)
    await page.keyboard.press('3')
    await expect(quiz.option('age', '40-49')).toBeChecked()
    release()

    await quiz.expectAt('height')
    // A frame after the step.
    await expect.poll(() => page.evaluate(() => history.state?.quizPlace)).toBe('height')
    await page.goBack()
    await quiz.expectAt('age')
    await expect(quiz.option('age', '40-49')).toBeChecked()
    await page.goBack()
    await expect(quiz.option('gender', 'male')).toBeChecked()
  })

  test('an attempt that another tab has begun meanwhile is followed', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.expectAt('age')
    await quiz.option('age', '60+').click({ force: true })
    const other = await page.context().newPage()
    await givenQuizAt(other, 'weight', aigerim)
    await new QuizPage(other).expectAt('weight')
    release()

    await expect(page.locator('html[data-ready]')).toBeAttached()
    await new QuizPage(other).expectAt('weight')
    const kept = await other.evaluate(() => JSON.parse(localStorage.getItem('yasny-den.quiz') ?? '').answers)
    expect(kept).toMatchObject({ gender: 'female', age: aigerim.answers.age })
  })

  test('a question opened but not answered waits for its answer, with the focus where it was', async ({
    page,
  }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').focus()
    release()

    await expect(page.locator('#early')).toHaveCount(0)
    await expect(quiz.option('gender', 'male')).toBeFocused()
    await page.keyboard.press('Space')
    await quiz.expectAt('age')
  })

  test('a reload loses neither the question nor its answer', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await page.reload({ waitUntil: 'commit' })

    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'male')).toBeChecked()
    await quiz.next.click()
    await quiz.expectAt('age')
    await quiz.option('age', '40-49').click({ force: true })
    await page.reload({ waitUntil: 'commit' })

    await quiz.expectAt('age')
    await expect(quiz.option('age', '40-49')).toBeChecked()
    await expect(page.getByText('Шаг 3 из 24')).toBeVisible()
    release()
    await quiz.expectAt('height')
    await expect(page.getByText('Шаг 4 из 24')).toBeVisible()
  })

  test('Back returns to the first screen, and Forward to the question', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    // Playwright's own `goBack` waits for a page that has loaded, which this one has not.
    await page.evaluate(() => history.back())
    await quiz.expectAt('welcome')
    await page.evaluate(() => history.forward())
    await quiz.expectAt('gender')
    await quiz.back.click()
    await quiz.expectAt('welcome')

    release()
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await quiz.expectAt('welcome')
    await quiz.step('welcome').getByRole('button').click()
    await quiz.expectAt('gender')
  })

  test('keys work as later on: arrows only move, a digit or Enter chooses', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'female').focus()
    await page.keyboard.press('ArrowDown')
    await expect(quiz.option('gender', 'male')).toBeFocused()
    await expect(quiz.option('gender', 'male')).not.toBeChecked()
    await page.keyboard.press('1')
    await expect(quiz.option('gender', 'female')).toBeChecked()
    await quiz.expectAt('age')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('input:checked')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(quiz.option('age', '30-39')).toBeChecked()
    await quiz.next.click()
    release()
    await quiz.expectAt('height')
  })
})

test('a press during hydration counts once, and so do two', async ({ page }) => {
  const quiz = new QuizPage(page)
  await page.goto('/', { waitUntil: 'commit' })
  await quiz.step('welcome').getByRole('button').dblclick()
  await quiz.expectAt('gender')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await quiz.expectAt('gender')
  await page.goBack()
  await quiz.expectAt('welcome')
})
