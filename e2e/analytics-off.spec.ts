import { timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SentEvents } from './support/sent-events.ts'

const patient = { timeout: 20_000 }

test('a visitor who opts out is not counted from that moment, and may come back', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const sent = new SentEvents(page, request)
  await page.goto('/privacy')
  const choice = page.getByRole('checkbox', { name: 'Учитывать мои посещения в статистике' })
  await expect(choice).toBeChecked()
  await expect.poll(async () => (await sent.named('$pageview')).length, patient).toBe(1)
  const tab = await page.context().newPage()
  await tab.goto('/about')
  await expect.poll(async () => (await sent.named('$pageview')).length, patient).toBe(2)
  await choice.uncheck({ force: true })
  expect(await keptForAnalytics(page)).toEqual([])
  const before = (await sent.all()).length

  await tab.getByRole('contentinfo').getByRole('link', { name: 'Условия' }).click()
  await expect(tab).toHaveURL(/\/terms$/)
  // Whatever waited to be sent would be sent now.
  await tab.goto('about:blank')

  const asked = askedOfAnalytics(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'О нас' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await page.reload()
  await allLoaded(page)
  expect((await sent.all()).length).toBe(before)
  expect(asked).toEqual([])
  expect(await keptForAnalytics(page)).toEqual([])

  await page.goto('/privacy')
  await choice.check({ force: true })
  await page.getByRole('contentinfo').getByRole('link', { name: 'О нас' }).click()
  const anew = new SentEvents(page, request)
  await expect.poll(async () => (await anew.named('$pageview')).length, patient).toBeGreaterThan(0)
})

test('a browser that asks not to be tracked is not', async ({ browser }) => {
  const context = await browser.newContext()
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const page = await context.newPage()
  const asked = askedOfAnalytics(page)
  await page.goto('/privacy')
  await expect(page.getByText('Ваш браузер просит сайты не следить за вами')).toBeVisible()
  await allLoaded(page)

  expect(asked).toEqual([])
  await context.close()
})

test('without a key nothing is loaded and nothing breaks', async ({ page }) => {
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"posthogKey":"phc_sandbox"', '"posthogKey":null')
    return route.fulfill({ response, body })
  })
  const asked = askedOfAnalytics(page, /runtime-|posthog|sandbox\/analytics/)
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(timur, { until: 'weight' })
  await allLoaded(page)

  expect(asked).toEqual([])
  expect(await keptForAnalytics(page)).toEqual([])
})

/** Collects the page's requests to the provider from now on. */
function askedOfAnalytics(page: Page, of = /posthog|sandbox\/analytics/): string[] {
  const asked: string[] = []
  page.on('request', (made) => {
    if (of.test(made.url())) asked.push(made.url())
  })
  return asked
}

/**
 * Waits for everything that the page loads in idle time. Its limit is that of `when-idle.ts`, because after a click that changes
 * the address Chromium reports no idle time until the next frame, though nothing runs.
 */
async function allLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times++)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))
  })
  await page.waitForLoadState('networkidle')
}

function keptForAnalytics(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /ph_|errors/.test(key)),
  )
}
