import { readFile } from 'node:fs/promises'
import { apiTestTexts } from '@app/content/ru/ui/panel'
import type { ApiTestId } from '@app/domain/panel/panel-tests'
import { expect, test } from './fixtures.ts'
import { givenPanel } from './given-panel.ts'
import { SentEvents } from './sent-events.ts'

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

test('every predefined test of the API is run and answered', async ({
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
  await expect(reset.result).toContainText('Проверьте, что сервер запущен')
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
  release()
  await expect(health.result).toContainText('Success')
  for (const button of await buttons.all()) await expect(button).toBeEnabled()
})

test('the timer measures a tenth of a second', async ({ page, request, mailbox }) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Analytics')

  await panel.test('Таймер').run('Success')
  const [, measured] = /Прошло\s(\d+)/.exec((await panel.test('Таймер').result.textContent()) ?? '') ?? []
  // Timers count from their own clock and may end a millisecond early.
  expect(Number(measured)).toBeGreaterThanOrEqual(99)
})

test('a test event and a test error reach analytics', async ({ page, request, mailbox }) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  const sent = new SentEvents(page, request)
  await panel.openTab('Analytics')
  await expect(page.getByText('Asia/Almaty')).toBeVisible()

  await panel.test('Событие').run('Success')
  await panel.test('Учёт ошибок').run('Success')
  expect(panel.alerts).toEqual(['Test error logged!'])
  const patient = { timeout: 20_000 }
  await expect.poll(async () => (await sent.named('admin_test_event')).length, patient).toBe(1)
  const [event] = await sent.named('admin_test_event')
  expect(event?.properties).toMatchObject({ test_type: 'manual', environment: 'development' })
  expect(event?.properties.timestamp).toMatch(/^\d{4}-/)
  await expect.poll(() => sent.errorTypes(), patient).toEqual(['admin_test_error'])
})

test('where analytics is off, the panel says so', async ({ page, request, mailbox }) => {
  await page.addInitScript(() => localStorage.setItem('yasny-den.analytics', 'off'))
  const panel = await givenPanel({ page, request, mailbox }, admin)
  await panel.openTab('Analytics')

  await panel.test('Событие').run('Failed')
  await panel.test('Учёт ошибок').run('Success')
  await expect(panel.test('Учёт ошибок').result).toContainText('Аналитика выключена')
  expect(panel.alerts).toEqual(['PostHog not available in this environment', 'Test error logged!'])
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

  await expect(api.button('Test')).toBeDisabled()
  await api.card.getByLabel('Адрес').fill('/nowhere')
  await api.card.getByLabel('Метод').selectOption('DELETE')
  await api.run('Failed')
  await expect(api.result).toContainText('Custom API test failed')
  await api.card.getByLabel('Название').fill('Нигде')
  await api.button('Save').click()

  await page.reload()
  await panel.openTab('Custom Tests')
  await expect(api.card.getByLabel('Адрес')).toHaveValue('')
  const saved = page.getByRole('listitem')
  await saved.filter({ hasText: 'Нигде' }).getByRole('button', { name: 'Load' }).click()
  await expect(api.card.getByLabel('Метод')).toHaveValue('DELETE')
  await saved.filter({ hasText: 'Пробный запуск' }).getByRole('button', { name: 'Load' }).click()
  await expect(webhook.editor).toContainText('"dryRun": true')
  await webhook.run('Success')

  await page.getByRole('button', { name: 'Удалить Нигде' }).click()
  await page.getByRole('button', { name: 'Удалить Пробный запуск' }).click()
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
  await expect(page.getByText('No test results yet. Run some tests to see results here.')).toBeVisible()
  await expect(panel.status('Тестов запущено')).toHaveText('0')
  await panel.openTab('APIs')
  await expect(panel.test(apiTestTexts.paymentStatus.name).modified).toBeHidden()
})
