import { readFile } from 'node:fs/promises'
import { apiTestTexts } from '@app/content/ru/ui/panel'
import type { ApiTestId } from '@app/domain/panel/panel-tests'
import { expectFocusKept } from './support/expect-focus.ts'
import { expect, test } from './support/fixtures.ts'
import { givenInstallation } from './support/given-installation.ts'
import { givenPanel } from './support/given-panel.ts'
import { SentEvents } from './support/sent-events.ts'

const admin = 'second-admin@sandbox.example'
test.describe.configure({ mode: 'serial' })

/** What each predefined test of the API finds on a server that has sold and sent nothing to the panel's people. */
const expectations: Readonly<Record<ApiTestId, ['Success' | 'Failed', RegExp]>> = {
  root: ['Success', /API is running/],
  health: ['Success', /"ok"/],
  ready: ['Success', /"ready"/],
  paymentHealth: ['Success', /"md5"/],
  paymentStatus: ['Success', /"unknown"|"waiting"|"confirmed"/],
  checklist: ['Success', /"queued"/],
  dailyTrigger: ['Success', /"dryRun": true/],
  dailyManual: ['Success', /"queued"/],
  dailyStatus: ['Success', /"subscriptions": \[\]/],
  dailyReset: ['Failed', /not_found/],
}

test('every predefined test of the API is run and answered', { tag: '@core' }, async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  test.slow()
  expectedConsoleErrors.push(/404/)
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('APIs')

  for (const [id, [verdict, answer]] of Object.entries(expectations)) {
    const each = panel.test(apiTestTexts[id as ApiTestId].name)
    await each.run(verdict)
    expect(await each.answer(), id).toMatch(answer)
  }
  const reset = panel.test(apiTestTexts.dailyReset.name)
  await expect(reset.result).toContainText('API test failed')
  await expect(reset.result).toContainText(/Ничего\sне\sнашлось/)
  await expect(reset.result).not.toContainText('сервер запущен')
  await expect(panel.status('Тестов запущено')).toHaveText('10')

  const trigger = panel.test(apiTestTexts.dailyTrigger.name)
  await trigger.type('{"test": true}')
  await expect(trigger.modified).toBeVisible()
  await panel.openTab('Results')
  await panel.openTab('APIs')
  await expect(trigger.editor).toHaveText('{"test": true}')
  await trigger.run('Success')
  await trigger.button('Reset').click()
  await expect(trigger.modified).toBeHidden()
})

test('while a test runs no other can be started', async ({ page, request, mailbox }) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('APIs')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/health', async (route) => {
    await held
    return route.continue()
  })
  const health = panel.test(apiTestTexts.health.name)
  const buttons = page.getByRole('button', { name: /^Test/ })

  await health.button('Test').click()
  await expect(health.button('Test')).toHaveAttribute('aria-busy', 'true')
  expect(await buttons.count()).toBeGreaterThan(12)
  for (const button of await buttons.all()) await expect(button).toBeDisabled()
  await expect(health.button('Test')).toBeFocused()
  await panel.openTab('Webhooks')
  const running = page.getByRole('status').filter({ hasText: 'Идёт проверка: Процесс' })
  await expect(running.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await panel.openTab('APIs')
  release()
  await expect(health.result).toContainText('Success')
  for (const button of await buttons.all()) await expect(button).toBeEnabled()
})

test('the timer measures a tenth of a second', async ({ page, request, mailbox }) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Analytics')

  const timer = panel.test('Таймер')
  // A machine that is busy for a quarter of a second is late, and the panel says so; not each time.
  await expect(async () => {
    await timer.button('Test').click()
    await expect(timer.button('Test')).toBeEnabled()
    await expect(timer.result).toContainText('Success', { timeout: 1000 })
  }).toPass()
  const [, measured] = /Прошло\s(\d+)/.exec((await timer.result.textContent()) ?? '') ?? []
  // Timers count from their own clock and may end a millisecond early.
  expect(Number(measured)).toBeGreaterThanOrEqual(99)
})

test('a test event and a test error are taken by analytics', async ({ page, request, mailbox }) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  const sent = new SentEvents(page, request)
  await panel.openTab('Analytics')
  await expect(page.getByText('Asia/Almaty')).toBeVisible()
  await expect.poll(() => sent.deviceId()).not.toBeNull()

  await panel.test('Событие').run('Success')
  const [event] = await sent.named('admin_test_event')
  expect(event?.properties).toMatchObject({ test_type: 'manual', environment: 'development' })
  expect(event?.properties.timestamp).toMatch(/^\d{4}-/)
  await panel.test('Учёт ошибок').run('Success')
  expect(await sent.errorTypes()).toEqual(['admin_test_error'])
  expect(panel.alerts).toEqual(['Test error logged!'])
})

test('a provider that refuses, is silent or is somebody else is named', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/50\d|net::ERR/)
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Analytics')
  const sent = new SentEvents(page, request)
  await expect.poll(() => sent.deviceId()).not.toBeNull()

  for (const [answer, reason] of [
    [{ status: 503, json: { status: 0 } }, /отказал: 503/],
    [{ status: 200, body: '<!doctype html>' }, /не\sпохож/],
    [null, /не\sответил/],
  ] as const) {
    await page.route('**/sandbox/analytics/**', (route) => (answer ? route.fulfill(answer) : route.abort()))
    for (const name of ['Событие', 'Учёт ошибок']) {
      await panel.test(name).run('Failed')
      await expect(panel.test(name).result).toContainText(reason)
    }
    await page.unrouteAll()
  }
})

test('a library that is blocked is named', async ({ page, request, mailbox, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/net::ERR|dynamically imported/)
  await page.route('**/assets/posthog-client-*.js', (route) => route.abort())
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Analytics')

  await panel.test('Событие').run('Failed')
  await expect(panel.test('Событие').result).toContainText(/не\sзагрузилась/)
  expect(panel.alerts).toEqual(['PostHog not available in this environment'])
})

test('where analytics is off, the panel says by whose will', async ({ page, request, mailbox }) => {
  await page.addInitScript(() => localStorage.setItem('yasny-den.analytics', 'off'))
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Analytics')

  for (const name of ['Событие', 'Учёт ошибок']) {
    await panel.test(name).run('Failed')
    await expect(panel.test(name).result).toContainText(/учёт отключён/)
  }
  const unavailable = 'PostHog not available in this environment'
  expect(panel.alerts).toEqual([unavailable, unavailable])
})

test('the description of the API opens in a browser that has the panel', async ({
  page,
  request,
  mailbox,
}) => {
  expect((await request.get('/api/docs')).status()).toBe(401)
  await givenPanel({ page, request, mailbox }, admin)

  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'POST /leads' })).toBeVisible()
})

test('the database answers, and not to visitors', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/406|500|net::ERR/)
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Database')
  const checks = ['Связь с базой', 'Схема', 'Защита строк (RLS)'].map((name) => panel.test(name))

  for (const check of checks) await check.run('Success')
  expect(await checks[2]?.answer()).toContain('PGRST116')
  expect(panel.alerts).toEqual([])
  await expect(page.getByText('/rest/v1')).toBeVisible()

  await page.route('**/rest/v1/**', (route) =>
    route.fulfill({ status: 500, json: { code: '57014', message: 'canceling statement' } }),
  )
  for (const check of checks) await check.run('Failed')
  expect(panel.alerts).toEqual([
    'Database connection failed: canceling statement',
    'Schema check failed: canceling statement',
    'RLS test error: canceling statement',
  ])
})

test('a database that stands still can be left, and the next test started', async ({
  page,
  request,
  mailbox,
}) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Database')
  await page.route('**/rest/v1/**', () => {})
  const check = panel.test('Схема')

  await check.button('Test').click()
  await check.button('Cancel').click()
  await expect(check.card.getByText('Проверка остановлена')).toBeVisible()
  await expect(check.result).toBeHidden()
  await expect(panel.status('Тестов запущено')).toHaveText('0')
  await expect(check.button('Cancel')).toBeHidden()
  expect(panel.alerts).toEqual([])
  await page.unrouteAll()
  await check.run('Success')
})

test('a custom test is saved, survives a reload, is loaded, run and deleted', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/404/)
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Custom Tests')
  const webhook = panel.customForm('Свой вебхук')
  const api = panel.customForm('Свой запрос к API')

  await expect(webhook.button('Test')).toBeDisabled()
  await webhook.card.getByLabel('Адрес').fill('/daily-messaging/trigger')
  await expect(webhook.button('Test')).toBeDisabled()
  await webhook.type('{"dryRun": true}')
  await expect(webhook.button('Test')).toBeEnabled()
  await expect(webhook.button('Save')).toBeDisabled()
  await webhook.card.getByLabel('Название').fill('Пробный запуск')
  await webhook.button('Save').click()
  await expect(webhook.card.getByText('Сохранено: Пробный запуск')).toBeVisible()
  await webhook.run('Success')
  await page.getByRole('button', { name: 'Load' }).click()
  await expect(webhook.card.getByText('Сохранено: Пробный запуск')).toBeHidden()

  await expect(api.button('Test')).toBeDisabled()
  await api.card.getByLabel('Адрес').fill('/nowhere')
  await api.card.getByLabel('Метод').selectOption('DELETE')
  await api.run('Failed')
  await expect(api.result).toContainText('Custom API test failed')
  await api.card.getByLabel('Название').fill('Нигде')
  await api.button('Save').click()
  await webhook.card.getByLabel('Название').fill('Нигде')
  await webhook.button('Save').click()

  await page.reload()
  await panel.openTab('Custom Tests')
  await expect(api.card.getByLabel('Адрес')).toHaveValue('')
  const saved = page.getByRole('listitem')
  const ofApi = saved.filter({ hasText: 'Нигде' }).filter({ hasText: 'запрос к API' })
  await ofApi.getByRole('button', { name: 'Load' }).click()
  await expect(api.card.getByLabel('Адрес')).toBeFocused()
  await expect(api.card.getByLabel('Адрес')).toBeInViewport()
  await expect(api.card.getByLabel('Метод')).toHaveValue('DELETE')
  await saved.filter({ hasText: 'Пробный запуск' }).getByRole('button', { name: 'Load' }).click()
  await expect(webhook.editor).toContainText('"dryRun": true')
  await webhook.run('Success')

  const removeApi = page.getByRole('button', { name: 'Удалить: Нигде, запрос к API' })
  await removeApi.click()
  await expect(removeApi).toBeHidden()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await removeApi.click()
  await page.getByRole('button', { name: 'Удалить: Нигде, вебхук' }).click()
  await page.getByRole('button', { name: 'Удалить: Пробный запуск, вебхук' }).click()
  await expect(page.getByText('Пока ничего не сохранено')).toBeVisible()
  await page.reload()
  await panel.openTab('Custom Tests')
  await expect(page.getByText('Пока ничего не сохранено')).toBeVisible()
})

test('results are counted, exported and cleared; modifications are reset together', async ({
  page,
  request,
  mailbox,
}) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Results')
  await expect(page.getByText('No test results yet. Run some tests to see results here.')).toBeVisible()
  await panel.button('Export').click()
  expect(panel.alerts).toEqual(['No test results to export'])

  await panel.openTab('APIs')
  await panel.test('Корень API').run('Success')
  await panel.test(apiTestTexts.paymentStatus.name).type('{"invId": "2"}')
  await panel.openTab('Results')
  await expect(page.getByText(/Тестов\s*1/)).toBeVisible()
  await expect(page.getByText(/Изменённых данных\s*1/)).toBeVisible()

  const downloading = page.waitForEvent('download')
  await panel.button('Export').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^admin-test-results-\d{4}-\d\d-\d\d\.json$/)
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(exported).toMatchObject({ environment: 'development', modifiedPayloads: 1 })
  expect(exported.results).toEqual([
    expect.objectContaining({
      name: 'Корень API',
      success: true,
      data: expect.objectContaining({ status: 200, body: { status: 'API is running' } }),
    }),
  ])

  await panel.button('Reset All Modifications').click()
  await expect(page.getByText(/Изменённых данных\s*0/)).toBeVisible()
  await panel.button('Clear All').click()
  await expectFocusKept(page)
  await expect(page.getByText('No test results yet. Run some tests to see results here.')).toBeVisible()
  await expect(panel.status('Тестов запущено')).toHaveText('0')
  await panel.openTab('APIs')
  await expect(panel.test(apiTestTexts.paymentStatus.name).modified).toBeHidden()
})

test.describe('another installation', () => {
  // Where the panel leads is set when the server starts, and with it the addresses that the page may ask.
  test.use({ bypassCSP: true })

  test('is probed across origins, as a stranger, and asked nothing else', async ({
    page,
    request,
    mailbox,
    baseURL,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/401/)
    const other = await givenInstallation(baseURL ?? '')
    try {
      await page.route('**/api/panel/session', async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        const apiUrls = { ...body.apiUrls, production: other.apiUrl }
        return route.fulfill({ response: answer, json: { ...body, apiUrls } })
      })
      const panel = await givenPanel({ page, request, mailbox }, admin)
      await panel.button('Test Production API').click()
      await expect(page.getByText(/Ответ 200 OK за\s\d+\sмс/)).toHaveCount(1)

      await page.getByText('Production', { exact: true }).click()
      await panel.secret.fill('sandbox-password-2')
      await panel.button('Generate Test Data').click()
      await expect(page.getByText(/Данные готовы: InvId \d+/)).toContainText('только')
      await panel.openTab('APIs')
      await panel.test('Корень API').run('Success')
      const checklist = panel.test(apiTestTexts.checklist.name)
      await expect(checklist.button('Test')).toHaveAttribute('aria-disabled', 'true')
      await expect(checklist.button('Test')).toHaveAccessibleDescription(/^Другой\sустановке/)
      await checklist.button('Test').click({ force: true })
      await expect(checklist.result).toBeHidden()
      await panel.openTab('Database')
      await expect(page.getByText('Проверяется эта установка')).toBeVisible()
      await panel.button('Test All Endpoints').click()
      await expect(page.getByRole('row', { name: 'GET /orders' })).toContainText('401')
      await expect(page.getByText(/С\sотказом: \d из\s8|Ответили все: 8/)).toBeVisible()

      expect(other.asked.every(({ authorization, cookie }) => !authorization && !cookie)).toBe(true)
      const asked = new Set(other.asked.map(({ method, url }) => `${method} ${url}`))
      expect([...asked].filter((call) => /checkout|checklist|webhook/.test(call))).toEqual([])
      expect(asked).toContain('POST /api/daily-messaging/trigger')
    } finally {
      await other.close()
    }
  })
})
