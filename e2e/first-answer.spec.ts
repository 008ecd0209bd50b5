import { errorScreenTexts } from '@app/content/ru/ui/error-screen'
import { quizTexts } from '@app/content/ru/ui/quiz'
import { sessionTexts } from '@app/content/ru/ui/sign-in/session'
import { aigerim } from '@app/testing/people'
import { test as base, type Page } from '@playwright/test'
import { holdScript, openWithoutScript } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'

const place = (page: Page) => page.evaluate(() => history.state?.quizPlace)
const seen = (page: Page, text: string) => page.getByText(text).filter({ visible: true })
const signIn = (page: Page) => page.getByRole('button', { name: sessionTexts.signIn })

test('while the script is ten seconds late, the first question opens and answers, and the quiz goes on from there', async ({
  page,
}) => {
  const { quiz, release } = await openWithoutScript(page)
  await page.evaluate(() => history.back())
  await quiz.expectAt('welcome')
  await page.evaluate(() => history.forward())
  await quiz.expectAt('gender')
  await quiz.option('gender', 'female').click({ force: true })
  await expect(quiz.option('gender', 'female')).toBeChecked()
  await expect(seen(page, quizTexts.early.waiting)).toBeVisible()
  await page.waitForTimeout(10_000)
  release()

  await quiz.expectAt('age')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /3/)
  expect(new URL(page.url()).hash).toBe('')
  await page.goBack()
  await quiz.expectAt('gender')
  await expect(quiz.option('gender', 'female')).toBeChecked()
  await page.goBack()
  await quiz.expectAt('welcome')
  await page.goForward()
  await quiz.expectAt('gender')
})

test('a finger that rests on an answer while React takes the page over finds it there', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { quiz, release } = await openWithoutScript(page)
  await quiz.option('gender', 'female').hover({ force: true })
  await page.mouse.down()
  release()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.mouse.up()
  await quiz.expectAt('age')
})

test.describe('where the script does not come', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource|SyntaxError|Unexpected|Invalid|broken/] })

  const ways = {
    'is blocked': { status: 404 },
    'arrives by half': { contentType: 'text/javascript', body: 'const half = {' },
    fails: { contentType: 'text/javascript', body: 'throw new Error("broken")' },
  }
  for (const [name, answer] of Object.entries(ways)) {
    test(`because it ${name}, the question says so, and the press on its link brings the quiz`, async ({
      page,
    }) => {
      await page.route('**/assets/index-*.js', (route) => route.fulfill(answer))
      const quiz = new QuizPage(page)
      await page.goto('/')
      await quiz.step('welcome').getByRole('button').press('Space')
      await quiz.option('gender', 'male').click({ force: true })
      await expect(quiz.option('gender', 'male')).toBeChecked()
      await expect(seen(page, quizTexts.early.broken)).toBeVisible()
      await page.unroute('**/assets/index-*.js')
      await page.getByRole('link', { name: quizTexts.early.reload }).click()
      await expect(page.locator('html[data-ready]')).toBeAttached()
      await quiz.walk(aigerim, { until: 'age' })
    })
  }
})

base.describe('where scripts are switched off', () => {
  base.use({ javaScriptEnabled: false })
  base('the first screen says so in place of its button', async ({ page }) => {
    await page.goto('/')
    // Playwright finds no text inside of a `noscript` by itself.
    await expect(page.locator('noscript p')).toHaveText(quizTexts.early.noScript)
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.getByRole('button', { name: quizTexts.start })).toBeHidden()
  })
})

test('Back at the first question, pressed before the script, leads to the first screen', async ({ page }) => {
  const { quiz, release } = await openWithoutScript(page)
  await quiz.back.click()
  release()
  await quiz.expectAt('welcome')
  await page.goForward()
  await quiz.expectAt('gender')
})

test('a press on a button of the footer that comes before the script is kept', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('button', { name: sessionTexts.forget }).click()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test.describe('where a new version of the site comes in between', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource|dynamically imported module/] })

  test('the step whose script has gone offers a refresh, which leads back to it with every answer', async ({
    page,
  }) => {
    const quiz = new QuizPage(page)
    await page.route('**/assets/all-later-steps-*.js', (route) => route.fulfill({ status: 404 }))
    await quiz.open()
    await quiz.walk(aigerim, { until: 'age' })
    await quiz.option('age', aigerim.answers.age).press('Space')
    const refresh = page.getByRole('button', { name: errorScreenTexts.refresh })
    await expect(refresh).toBeVisible()
    await page.unroute('**/assets/all-later-steps-*.js')
    await refresh.click()
    await quiz.walk(aigerim, { from: 'height', until: 'weight' })
    await page.goBack()
    await page.goBack()
    await quiz.expectAt('age')
    await expect(quiz.option('age', aigerim.answers.age)).toBeChecked()
  })
})

test('a double press on Start chooses nothing, before the script or after it', async ({ page }) => {
  const quiz = new QuizPage(page)
  const release = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  for (const before of [true, false]) {
    const box = await quiz.step('welcome').getByRole('button').boundingBox()
    if (!box) throw new Error('the button has no place on the screen')
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
    await quiz.expectAt('gender')
    await page.waitForTimeout(600)
    await quiz.expectAt('gender')
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    if (before) release()
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await quiz.expectAt('gender')
    await page.goBack()
    await quiz.expectAt('welcome')
  }
})

test('what is pressed while React hydrates counts once', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const quiz = new QuizPage(page)
  await page.goto('/', { waitUntil: 'commit' })
  await quiz.step('welcome').getByRole('button').click()
  await quiz.option('gender', 'female').click({ force: true })
  await quiz.expectAt('age')
  await expect.poll(() => place(page)).toBe('age')
  expect(await page.evaluate(() => history.state.quizDepth)).toBe(2)
})

test('a reload at the first question shows it again, with or without the script', { tag: '@core' }, async ({
  page,
}) => {
  const { quiz, release } = await openWithoutScript(page)
  await page.reload({ waitUntil: 'commit' })
  await quiz.expectAt('gender')
  release()
  await expect.poll(() => place(page)).toBe('gender')
  await page.reload()
  await quiz.expectAt('gender')
  await quiz.option('gender', 'male').click({ force: true })
  await quiz.expectAt('age')
})

test('who comes back half way does not see the first screen flash by, and is told where the script is late', async ({
  page,
}) => {
  await givenQuizAt(page, 'height', aigerim)
  const quiz = new QuizPage(page)
  await quiz.expectAt('height')
  const release = await holdScript(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(quiz.step('welcome')).toBeHidden()
  await expect(signIn(page)).toBeHidden()
  await expect(seen(page, quizTexts.late)).toBeVisible()
  await expect(page.getByRole('button', { name: quizTexts.start })).toBeHidden()
  release()
  await quiz.expectAt('height')
})

test('a browser that keeps nothing goes through the first questions, too', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  const { quiz, release } = await openWithoutScript(page)
  await quiz.option('gender', 'female').click({ force: true })
  release()
  await quiz.expectAt('age')
  await quiz.option('age', '30-39').click({ force: true })
  await quiz.expectAt('height')
})

test('the sign-in button stands in the first HTML and keeps a press that comes before the script', async ({
  page,
  request,
}) => {
  expect(await (await request.get('/')).text()).toMatch(/<button[^>]*>(<span>)?Войти</)
  const release = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  await signIn(page).click()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a stored session hides the sign-in button before it is drawn, unless it is none', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('supabase.auth.token', 'damaged'))
  const release = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: quizTexts.start })).toBeVisible()
  await expect(signIn(page)).toBeHidden()
  release()
  await expect(signIn(page)).toBeVisible()
})
