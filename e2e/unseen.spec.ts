import { errorScreenTexts } from '@app/content/ru/ui/error-screen'
import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { aigerim, freshEmail } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'

/** At the height, answered, with the weight measured unseen behind it. */
async function givenMeasuredWeight(page: Page): Promise<QuizPage> {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'height', aigerim)
  await quiz.expectAt('height')
  // An answer that comes before the next step is drawn has it measured when it is shown.
  await expect(async () => {
    await page.getByRole('textbox').fill('')
    await page.getByRole('textbox').fill('170')
    await expect(quiz.step('weight')).toBeAttached({ timeout: 1000 })
  }).toPass()
  return quiz
}

test('the step that follows is measured once there is an answer, and nobody meets it before its time', async ({
  page,
}) => {
  const quiz = await givenMeasuredWeight(page)
  const next = quiz.step('weight')
  await expect(next).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const ready = await next.evaluate((step: HTMLElement) => ({
    height: step.getBoundingClientRect().height,
    takesFocus: [...step.querySelectorAll<HTMLElement>('input, button')].some((control) => {
      control.focus()
      return document.activeElement === control
    }),
  }))
  expect(ready.height).toBeGreaterThan(0)
  expect(ready.takesFocus).toBe(false)
  const before = await next.elementHandle()

  await quiz.next.click()
  await quiz.expectAt('weight')
  expect(await next.evaluate((shown, ready) => shown === ready, before)).toBe(true)
  await expect(page.locator('[data-step]')).toHaveCount(1)
})

test('what is typed into the step that a press has just shown stays there, with the focus', async ({
  page,
}) => {
  const quiz = await givenMeasuredWeight(page)
  // Within one task: the quiz itself follows a frame later.
  const hasKeptFocus = await page.evaluate(() => {
    document.querySelector<HTMLFormElement>('form[data-step=height]')?.requestSubmit()
    const input = document.querySelector<HTMLInputElement>('[data-step=weight] input')
    input?.select()
    document.execCommand('insertText', false, '68')
    return document.activeElement === input
  })
  expect(hasKeptFocus).toBe(true)
  await quiz.expectAt('weight')
  await expect(page.getByRole('textbox')).toHaveValue('68')
  await expect(page.getByRole('textbox')).toBeFocused()
})

test('a result is made ready behind the contact, and shown once it is submitted', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  const title = page.locator('#result-title')
  await expect(title).toBeAttached()
  await expect(title).toBeHidden()
  await expect(quiz.result('A2')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const ready = await title.elementHandle()
  await quiz.submit.click()
  await expect(quiz.result('A2')).toBeVisible()
  expect(await title.evaluate((shown, before) => shown === before, ready)).toBe(true)
  await expect(title).toBeFocused()

  // Whoever looks back has the result they come from, and no second one.
  await page.goBack()
  await quiz.expectAt('contact')
  await expect(title).toHaveCount(0)
})

test('the first two questions are measured before they are shown', async ({ page }) => {
  await page.addInitScript(() => {
    const measured: string[] = []
    const { get: ask } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetTop') ?? {}
    Object.defineProperty(HTMLElement.prototype, 'offsetTop', {
      get(this: HTMLElement) {
        // Only what early.ts asks is asked of a heading that nobody sees.
        if (!this.checkVisibility()) measured.push(this.id)
        return ask?.call(this)
      },
    })
    Object.assign(window, { measured })
  })
  await page.route('**/assets/index-*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  const measured = () => page.evaluate(() => (window as unknown as { measured: string[] }).measured)
  await expect.poll(measured).toEqual(['gender-title'])
  // early.ts knows an option by its name.
  const named = await page
    .locator('body [name]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('name')))
  expect(new Set(named)).toEqual(new Set(['gender', 'age']))
  const quiz = new QuizPage(page)
  await quiz.step('welcome').getByRole('button').click()
  await quiz.step('gender').getByRole('radio', { name: 'Женский' }).click()
  await expect.poll(measured).toEqual(['gender-title', 'age-title'])
  await quiz.expectAt('age')
})

test('the first question stands unseen in the first screen, and keys do not answer it', async ({ page }) => {
  await page.route('**/assets/index-*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  const question = page.locator('#early')
  await expect(question).toBeAttached()
  const title = question.locator('h1').first()
  await expect(title).toBeHidden()
  await page.keyboard.press('1')
  await expect(question.locator('input:checked')).toHaveCount(0)
  const quiz = new QuizPage(page)
  await quiz.step('welcome').getByRole('button').click()
  await quiz.expectAt('gender')
  await page.goBack()
  await quiz.expectAt('welcome')
  await expect(title).toBeHidden()
})

test('the second question is laid out unseen once the first is answered', async ({ page }) => {
  await page.route('**/assets/index-*.js', () => {})
  await page.clock.install()
  await page.goto('/', { waitUntil: 'commit' })
  const quiz = new QuizPage(page)
  await quiz.step('welcome').getByRole('button').click()
  await quiz.expectAt('gender')
  const second = page.locator('#early [data-step="age"]')
  expect(await second.boundingBox()).toBeNull()
  // However long the machine takes for what follows.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await quiz.option('gender', 'female').click({ force: true })
  await page.clock.runFor(100)
  await quiz.expectAt('gender')
  await expect(second).toBeHidden()
  expect(await second.boundingBox()).not.toBeNull()
})

test('a result that cannot be made ready takes nobody’s contact away', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Failed to load resource|dynamically imported module|The above error/)
  await page.route('**/assets/result-*.js', (route) => route.fulfill({ status: 404 }))
  // Who has tried to draw it for the last time asks whether the site is there.
  const givenUp = page.waitForRequest((request) => request.method() === 'HEAD')
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await givenUp
  await expect(page.locator('#result-title')).toHaveCount(0)
  await expect(quiz.submit).toBeVisible()

  const sent = page.waitForRequest('**/api/leads')
  await quiz.submit.click()
  await sent
  await page.unroute('**/assets/result-*.js')
  await page.getByRole('button', { name: errorScreenTexts.retry }).click()
  await expect(quiz.result('A2')).toBeVisible()
})

test('a result that stands ready is shown by the press itself, before any frame', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  // What has a box has been measured.
  await expect.poll(() => page.locator('#result-title').boundingBox()).not.toBeNull()
  await expect(page.locator('#result-title')).toBeHidden()
  const isShown = await quiz.submit.evaluate(async (button: HTMLElement) => {
    button.click()
    // What Preact draws for a press, it draws in a microtask: no frame comes between.
    await null
    return document.querySelector('[data-subcategory] #result-title')?.checkVisibility()
  })
  expect(isShown).toBe(true)
  await expect(page.locator('#result-title')).toBeFocused()
})

test('a result that is not ready yet is said to be on its way, and a second press sends nothing twice', async ({
  page,
}) => {
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/result-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/leads')) sent.push(request.url())
  })
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  const said = await quiz.submit.evaluate(async (button: HTMLElement) => {
    button.click()
    await null
    const state = { text: button.textContent, busy: button.ariaBusy }
    button.click()
    return state
  })
  expect(said).toEqual({ text: laterQuizTexts.submitting, busy: 'true' })
  script.resolve()
  await expect(quiz.result('A2')).toBeVisible()
  await expect(page.getByText(/^Результат сохранён/)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the further taps of a double or triple tap on the submit open nothing of the result', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await expect.poll(() => page.locator('#result-title').boundingBox()).not.toBeNull()
  await quiz.submit.evaluate(async (button: HTMLElement) => {
    const tap = (detail: number) => new MouseEvent('click', { bubbles: true, cancelable: true, detail })
    // A busy phone delivers the second one late, when the result has come in between; a third one follows it.
    const [first, second] = [tap(1), tap(2)]
    button.dispatchEvent(first)
    await null
    const link = document.querySelector('[data-subcategory] a[href="/profile"]')
    link?.dispatchEvent(second)
    link?.dispatchEvent(tap(3))
  })
  await expect(page.locator('#result-title')).toBeFocused()
  await expect(page).toHaveURL('/')
  await page.locator('[data-subcategory] a[href="/profile"]').click()
  await expect(page).toHaveURL('/profile')
})
