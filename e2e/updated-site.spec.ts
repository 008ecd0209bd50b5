import { sessionTexts } from '@app/content/ru/ui/sign-in/session'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

test.use({ expectedConsoleErrors: [/404|Failed to fetch dynamically imported/] })

const signIn = (page: Page) => page.getByRole('button', { name: sessionTexts.signIn, exact: true }).first()
const alert = (page: Page) => page.getByRole('alert')
const loads = (page: Page) => page.evaluate(() => performance.timeOrigin)

/** The site's pages name another script now, and one of those that the open page may want has gone. */
async function updateSite(page: Page, part: string): Promise<() => Promise<void>> {
  const gone = `**/assets/${part}-*.js`
  await page.route(gone, (route) => route.fulfill({ status: 404 }))
  await page.route('**/', (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-newer.js"></script>' }),
  )
  return () => page.unroute(gone)
}

for (const path of ['/', '/profile']) {
  for (const part of ['header-session', 'login-dialog']) {
    test(`a tab of ${path} from before an update, whose ${part} has gone, says so and is opened anew once`, async ({
      page,
    }) => {
      const openNewer = await updateSite(page, part)
      await page.goto(path)
      await expect(page.locator('html[data-ready]')).toBeAttached()
      const before = await loads(page)
      await signIn(page).click()
      await expect(alert(page).filter({ hasText: sessionTexts.updated })).toBeVisible()
      await openNewer()
      await expect.poll(() => loads(page).catch(() => before)).not.toBe(before)
      await signIn(page).click()
      await expect(page.getByRole('dialog', { name: 'Войти в аккаунт' })).toBeVisible()
    })
  }
}

test('whoever keeps a tab from before an update as it is, is not told for good that it is opened anew', async ({
  page,
}) => {
  page.on('dialog', (question) => question.dismiss())
  await updateSite(page, 'login-dialog')
  await page.goto('/')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  const first = await loads(page)
  await signIn(page).click()
  await expect(alert(page)).toHaveText(sessionTexts.updated)
  await expect(alert(page)).toHaveText(sessionTexts.notOpened)
  expect(await loads(page)).toBe(first)
})

test('a page that stays old after it was opened anew is not opened again, and says what did not come', async ({
  page,
}) => {
  await updateSite(page, 'login-dialog')
  await page.goto('/')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  const first = await loads(page)
  await signIn(page).click()
  await expect.poll(() => loads(page).catch(() => first)).not.toBe(first)
  await expect(page.locator('html[data-ready]')).toBeAttached()
  const second = await loads(page)
  await signIn(page).click()
  await expect(alert(page)).toHaveText(sessionTexts.notOpened)
  await page.waitForTimeout(4000)
  expect(await loads(page)).toBe(second)
})

test('without an update, what the end of the header needs is asked for again at the next press', async ({
  page,
}) => {
  await page.route('**/assets/header-session-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  await signIn(page).click()
  await expect(alert(page)).toHaveText(sessionTexts.notOpened)
  await page.unroute('**/assets/header-session-*.js')
  await signIn(page).click()
  await expect(page.getByRole('dialog', { name: 'Войти в аккаунт' })).toBeVisible()
})
