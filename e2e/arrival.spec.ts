import { aigerim } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { holdScript } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { openKeeping } from './support/open-keeping.ts'
import { QuizPage } from './support/quiz-page.ts'

/** Does something in the moment between the first screen and `early.ts`, which stands below it: a browser may have drawn the screen by then. */
async function beforeEarly(page: Page, act: (start: HTMLButtonElement) => void): Promise<void> {
  await page.addInitScript(`
    const { addEventListener } = window
    window.addEventListener = (type, ...rest) => {
      window.earlyHasRun ||= type === 'submit'
      addEventListener(type, ...rest)
    }
    const watcher = new MutationObserver(() => {
      const start = document.querySelector('[data-step=welcome] button')
      if (!start) return
      watcher.disconnect()
      if (window.earlyHasRun) throw new Error('early.ts has run')
      ;(${act})(start)
    })
    watcher.observe(document, { childList: true, subtree: true })
  `)
}

/** Has the page remember whether Start is drawn before `early.ts` knows who has come, and when it does. */
const seeStart = (page: Page) =>
  beforeEarly(page, (start) => {
    const look = () => start.checkVisibility({ visibilityProperty: true })
    const isStartSeen = [look()]
    Object.assign(window, { isStartSeen })
    document.addEventListener('DOMContentLoaded', () => {
      if (Reflect.get(window, 'earlyHasRun')) isStartSeen.push(look())
    })
  })
const isStartSeen = (page: Page) => page.evaluate(() => Reflect.get(window, 'isStartSeen'))

test('somebody new sees the first screen before it is known who has come', async ({ page }) => {
  await seeStart(page)
  await page.goto('/')
  expect(await isStartSeen(page)).toEqual([true, true])
})

test('Start is heard though it was pressed before anything could answer, once', async ({ page }) => {
  const release = await holdScript(page)
  await beforeEarly(page, (start) => {
    start.click()
    // A tap beside it takes nothing back.
    document.querySelector<HTMLElement>('main h1')?.click()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const quiz = new QuizPage(page)
  await quiz.expectAt('gender')
  await page.evaluate(() => history.back())
  await quiz.expectAt('welcome')
  release()
  await expect(page.locator('html[data-ready]')).toHaveCount(1)
  await quiz.expectAt('welcome')
})

test('and one that is pressed again does not answer the question that comes in its place', async ({
  page,
}) => {
  await holdScript(page)
  await page.addInitScript(() => {
    new MutationObserver((_, watcher) => {
      if (!document.documentElement.dataset.asks) return
      watcher.disconnect()
      const input = document.querySelector<HTMLElement>('#early input')
      // As the quiz's script does, where it has taken over in that moment.
      input?.addEventListener('click', () => Object.assign(window, { isHeard: true }))
      const tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })
      Object.assign(window, { isTapTaken: input?.dispatchEvent(tap) })
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-asks'] })
  })
  await beforeEarly(page, (start) => start.click())
  await page.goto('/', { waitUntil: 'commit' })
  const quiz = new QuizPage(page)
  await quiz.expectAt('gender')
  await expect(page.locator('#early input:checked')).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'isTapTaken'))).toBe(false)
  expect(await page.evaluate(() => Reflect.get(window, 'isHeard'))).toBeUndefined()
  await page.waitForTimeout(300)
  await quiz.option('gender', 'female').click({ force: true })
  await quiz.expectAt('age')
})

test.describe('what was answered before the script is forgotten with the device, in another tab', () => {
  async function answerEarly(page: Page) {
    const release = await holdScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Начать' }).click()
    await page.locator('#early input[value="female"]').click({ force: true })
    await expect(page.locator('#early input:checked')).not.toHaveCount(0)
    return release
  }

  async function forgetIn(other: Page) {
    await other.goto('/privacy')
    await other.getByRole('button', { name: 'Забыть это устройство' }).click()
    await other.getByRole('button', { name: 'Забыть', exact: true }).click()
    await expect(other.locator('[data-step="welcome"]')).toBeVisible()
  }

  async function expectForgotten(page: Page, release: () => void) {
    const quiz = new QuizPage(page)
    await expect(page.locator('#early input:checked')).toHaveCount(0)
    release()
    await expect(page.locator('html[data-ready]')).toHaveCount(1)
    await expect(page.locator('input:checked')).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.getItem('yasny-den.early'))).toBeNull()
    return quiz
  }

  test('at once, and the tab begins anew', async ({ page }) => {
    const release = await answerEarly(page)
    await forgetIn(await page.context().newPage())
    const quiz = await expectForgotten(page, release)
    await quiz.expectAt('welcome')
    expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()
  })

  test('while the answers lay behind another page', async ({ page }) => {
    const release = await answerEarly(page)
    await page.goto('about:blank')
    await forgetIn(await page.context().newPage())
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Начать' }).click()
    const quiz = await expectForgotten(page, release)
    await quiz.expectAt('gender')
  })

  test('by the tab itself, which then goes back to them', async ({ page }) => {
    const release = await answerEarly(page)
    await page.goto('about:blank')
    release()
    await forgetIn(page)
    await page.evaluate(() => history.go(-2))
    await expectForgotten(page, release)
    expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz') ?? '')).not.toContain('female')
  })
})

test('nor is it lost on whoever comes back to the first screen, of whom the browser knows nothing', async ({
  page,
}) => {
  await beforeEarly(page, (start) => start.click())
  await givenQuizAt(page, 'welcome', { answers: {} })
  await new QuizPage(page).expectAt('gender')
})

test('whoever reloads a question does not see the first screen flash by', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  const quiz = new QuizPage(page)
  await quiz.step('welcome').getByRole('button').click()
  await quiz.expectAt('gender')
  await seeStart(page)
  await page.reload({ waitUntil: 'commit' })
  await quiz.expectAt('gender')
  expect(await isStartSeen(page)).toEqual([false, false])
  release()
})

test.describe('where the site works without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  const openAgain = async (page: Page) => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const again = await page.context().newPage()
    await seeStart(again)
    await again.goto('/')
    return again
  }

  test('whoever comes back half way does not either', async ({ page }) => {
    await givenQuizAt(page, 'height', aigerim)
    const again = await openAgain(page)
    await new QuizPage(again).expectAt('height')
    expect(await isStartSeen(again)).toEqual([false, false])
  })

  test('whoever comes back with nothing begun is shown the first screen as soon as that is known', async ({
    page,
  }) => {
    await openKeeping(page, '/', 'yasny-den.test', '')
    const again = await openAgain(page)
    expect(await isStartSeen(again)).toEqual([false, true])
  })
})
