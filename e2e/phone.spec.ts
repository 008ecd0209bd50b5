import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Locator, Page } from '@playwright/test'
import { brokenWords } from './support/faults/broken-words.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Text as large as the browser makes it for whoever asks for 200 %. */
async function enlargeText(page: Page) {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
}

/**
 * Returns true when the whole of it can be read: inside the window, and above the bar that lies
 * over its foot.
 */
function isWhole(part: Locator, { hasBar = false } = {}): Promise<boolean> {
  return part.evaluate((element, isBarNeeded) => {
    const bar = element.closest('form')?.querySelector('.step-bar')?.getBoundingClientRect()
    if (isBarNeeded && !bar) throw new Error('there is no bar of buttons to stand above')
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= Math.min(innerHeight, bar?.top ?? innerHeight)
  }, hasBar)
}

for (const textPercent of [100, 200]) {
  test(`a consent that takes the focus stands whole above the buttons, with text of ${textPercent} %`, async ({
    page,
  }) => {
    const quiz = new QuizPage(page)
    await givenQuizAt(page, 'contact', aigerim)
    await quiz.expectAt('contact')
    if (textPercent === 200) await enlargeText(page)
    await page.getByRole('textbox', { name: 'Телефон' }).focus()
    for (const name of ['consent-health', 'consent-marketing']) {
      const box = page.locator(`[name="${name}"]`)
      for (let presses = 0; presses < 4 && !(await box.evaluate((each) => each.matches(':focus'))); presses++)
        await page.keyboard.press('Tab')
      await expect(box).toBeFocused()
      await expect.poll(() => isWhole(page.locator('label', { has: box }), { hasBar: true })).toBe(true)
    }
  })
}

test('each consent says which whole text it opens', async ({ page }) => {
  await givenQuizAt(page, 'contact', aigerim)
  await expect(page.locator('summary').filter({ hasText: 'текст' })).toHaveText([
    /^Полный текст согласия на\sобработку данных$/,
    /^Полный текст согласия на\sсоветы и\sпредложения$/,
  ])
})

test('the first question shows an answer to press below enlarged text, in the window a browser leaves', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'gender', { answers: {} })
  await quiz.expectAt('gender')
  await enlargeText(page)
  await expect.poll(() => isWhole(page.locator('.option-card').first())).toBe(true)
})

test('enlarged text breaks no word of the longest answers', async ({ page }) => {
  await givenQuizAt(page, 'health-issues', aigerim)
  await new QuizPage(page).expectAt('health-issues')
  await enlargeText(page)
  await expect.poll(() => brokenWords(page)).toEqual([])
})

test('enlarged text breaks no word of the longest question, or of the result', async ({ page }) => {
  await givenQuizAt(page, 'consultation', timur)
  const quiz = new QuizPage(page)
  await quiz.expectAt('consultation')
  await enlargeText(page)
  await expect.poll(() => brokenWords(page)).toEqual([])
  await quiz.next.click()
  await quiz.fillContact(timur, freshEmail(timur))
  await quiz.submit.click()
  await expect(page.getByText(/^Результат сохранён/)).toBeVisible()
  expect(await brokenWords(page)).toEqual([])
})

test('what says that the answers are gone leaves the way to sign in free', async ({ page }) => {
  await givenQuizAt(page, 'goals', aigerim)
  await page.getByRole('button', { name: 'Начать заново' }).click()
  await expect(page.getByRole('button', { name: 'Вернуть' })).toBeVisible()
  for (const isLarge of [false, true]) {
    if (isLarge) await enlargeText(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: 'Войти' })
      .click({ trial: true, timeout: 5000 })
    const note = await page.getByRole('status').filter({ hasText: 'Ответы стёрты' }).boundingBox()
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    if (!note || !heading) throw new Error('the note or the heading is not there')
    expect(note.y + note.height).toBeLessThanOrEqual(heading.y)
  }
})

test('a number that is refused is ringed as an error while it is typed in', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'height', aigerim)
  await quiz.expectAt('height')
  const field = page.getByRole('textbox')
  await field.fill('119')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  const colours = await field.evaluate((input) => {
    const { outlineColor, borderColor } = getComputedStyle(input.closest('label') as Element)
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--color-danger)'
    const danger = getComputedStyle(probe).color
    probe.remove()
    return { outlineColor, borderColor, danger }
  })
  expect(colours.outlineColor).toBe(colours.danger)
  expect(colours.borderColor).toBe(colours.danger)
})

test('whoever looks back from the result is told that it is there, and is led to it, until an answer changes', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  const toResult = page.getByRole('button', { name: 'Вернуться к результату' })
  await quiz.expectAt('contact')
  await expect(toResult).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Осталось познакомиться' })).toBeVisible()
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  await expect(page.getByText(/^Результат сохранён/)).toBeVisible()

  await page.goBack()
  await quiz.expectAt('contact')
  await expect(page.getByText('Ваш результат сохранён.')).toBeVisible()
  await page.reload()
  // One way is the main one: to the result, until something is changed to be sent.
  const background = (button: Locator) => button.evaluate((it) => getComputedStyle(it).backgroundColor)
  await expect(page.getByRole('heading', { name: 'Проверьте свои данные' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Осталось познакомиться' })).toHaveCount(0)
  const again = page.getByRole('button', { name: 'Отправить ещё раз' })
  const [filled, plain] = [await background(toResult), await background(again)]
  expect(filled).not.toBe(plain)
  await page.getByRole('textbox', { name: 'Имя' }).fill('Айгерим С.')
  await expect.poll(() => background(again)).toBe(filled)
  await expect.poll(() => background(toResult)).toBe(plain)
  await toResult.click()
  await expect(quiz.result('A2')).toBeVisible()

  await quiz.changeAfterResult()
  await expect(toResult).toHaveCount(0)
})
