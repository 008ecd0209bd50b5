import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { givenDesk } from './support/desk/given-desk.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'

test.describe.configure({ mode: 'serial' })

let desk: Awaited<ReturnType<typeof givenDesk>>
test.beforeAll(async () => {
  desk = await givenDesk()
})
test.afterAll(() => desk.close())

async function open(page: Page, path: string) {
  await desk.enter(page)
  await page.goto(`${desk.siteUrl}${path}`)
}

async function expectNoFaults(page: Page) {
  expect(await accessFaults(page)).toEqual([])
}

test('a visitor is asked to sign in, and is served nothing of the desk', { tag: '@core' }, async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${desk.siteUrl}/desk`)
  await expect(page.getByRole('heading', { name: 'Рабочий стол' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  expect(asked.filter((url) => url.includes('/assets/desk/'))).toEqual([])
})

test('the footer of the visitors is not drawn at the desk, and is there again outside of it', async ({
  page,
}) => {
  await open(page, '/desk')
  await expect(page.getByRole('heading', { name: 'Сегодня', exact: true })).toBeVisible()
  await expect(page.locator('footer')).toBeHidden()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.locator('footer')).toBeVisible()
})

test('the owner begins with what waits, and who comes appears without a reload', { tag: '@core' }, async ({
  page,
  request,
}) => {
  await open(page, '/desk')
  await expect(page.getByRole('heading', { name: 'Сегодня', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ждут ответа' })).toBeVisible()
  await expectNoFaults(page)

  const contact = { name: 'Дана', email: freshEmail(aigerim), phone: '+77054443322' }
  const before = await page.getByText(/^Сегодня (тест|прошли)/).textContent()
  await request.post(`${desk.siteUrl}/api/leads`, { data: buildAttempt({ contact }) })
  await expect(page.getByText(/^Сегодня (тест|прошли)/)).not.toHaveText(before ?? '', { timeout: 15_000 })

  const [first] = await page.locator('[data-list="asks"] a[href^="/desk/people/"]').all()
  await first?.click()
  await expect(page).toHaveURL(/\/desk\/people\/[0-9a-f-]{36}$/)
})

test('a visit is counted as far as it got, and nothing before the first press', async ({ page, browser }) => {
  const context = await browser.newContext({ locale: 'ru-RU' })
  const visitor = await context.newPage()
  const told: unknown[] = []
  visitor.on('request', (asked) => {
    if (asked.url().endsWith('/api/visits')) told.push(asked.postDataJSON())
  })
  const hide = () =>
    visitor.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      dispatchEvent(new Event('visibilitychange'))
    })
  await visitor.goto(`${desk.siteUrl}/?utm_source=Instagram`, { waitUntil: 'networkidle' })
  await hide()
  expect(told).toEqual([])
  await visitor.locator('[data-step="welcome"]').getByRole('button').first().click()
  await visitor.locator('[data-step="gender"]').getByRole('radio').first().press('Space')
  await expect(visitor.locator('[data-step="age"]')).toBeVisible()
  // The script that tells is fetched meanwhile.
  await expect
    .poll(async () => {
      await hide()
      return told
    })
    .toMatchObject([{ step: 3, finished: false, from: ['Instagram', null, null, null] }])

  await context.setOffline(true)
  await visitor.locator('[data-step="age"]').getByRole('radio').first().press('Space')
  await expect(visitor.locator('[data-step="height"]')).toBeVisible()
  await hide()
  await context.setOffline(false)
  await expect.poll(() => told).toMatchObject([{ step: 3 }, { step: 4 }])
  expect(await visitor.evaluate(() => document.cookie)).toBe('')
  await context.close()

  await open(page, '/desk/funnel?source=instagram')
  const steps = page.getByRole('table', { name: 'Вопрос за вопросом' })
  await expect(steps.getByRole('row')).toHaveCount(25)
  await expect(steps.getByRole('row').nth(3)).toContainText('Сколько вам лет?')
  await expect(steps.getByRole('row').nth(4).getByRole('cell').nth(1)).toContainText('1')
  await expectNoFaults(page)
})

test('the owner gives a role and takes it away', { tag: '@core' }, async ({ page }) => {
  await open(page, '/desk/access')
  const email = freshEmail(aigerim)
  await page.getByRole('textbox', { name: 'Почта помощника или техника' }).fill(email)
  await page.getByRole('button', { name: 'Дать роль' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Помощник')
  await row.getByRole('button', { name: 'Забрать роль' }).click()
  await expect(row.getByText('сразу выйдет отсюда на всех устройствах')).toBeVisible()
  await row.getByRole('button', { name: 'Да, забрать' }).click()
  await expect(row).toHaveCount(0)
  await expect(
    page.getByRole('status').filter({ hasText: `Роль забрали, входы закончили: ${email}` }),
  ).toBeVisible()
})

test('the owner takes everybody along after a code of now, and can leave it', async ({
  page,
  expectedConsoleErrors,
}) => {
  await open(page, '/desk/people')
  // As it is ten minutes after the last code.
  expectedConsoleErrors.push(/status of 403/)
  const isOld = { status: 403, json: { code: 'fresh_sign_in_required', message: '' } }
  await page.route('**/api/desk/exports', (route) => route.fulfill(isOld), { times: 1 })
  await page.getByRole('button', { name: 'Скачать CSV' }).click()
  await expect(page.getByLabel('Код из приложения')).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Не делать' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать CSV' }).click()
  expect((await download).suggestedFilename()).toBe('people.csv')
})

test('another app is added by whoever signed in long ago, after a code of the one they have', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  await open(page, '/desk/access')
  const factors = page.locator('#factors')
  await expect(factors.getByRole('button', { name: 'Добавить приложение' })).toBeVisible()
  await desk.forgetProof()
  await factors.getByRole('button', { name: 'Добавить приложение' }).click()
  await factors.getByLabel('Код из приложения').fill(desk.nextCode())
  await expectNoFaults(page)
  await factors.getByRole('button', { name: 'Добавить приложение' }).click()
  await expect(factors.getByLabel('Ключ для приложения')).toBeVisible()
  await factors.getByRole('button', { name: 'Не добавлять' }).click()
  await expect(factors.getByRole('button', { name: 'Добавить приложение' })).toBeVisible()
})
