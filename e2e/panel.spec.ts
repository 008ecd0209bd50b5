import { createHash } from 'node:crypto'
import { expectFitForEveryone } from './support/everyone.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'
import { accessToken, givenPanel, keepSession } from './support/given-panel.ts'
import { PanelPage } from './support/panel-page.ts'
import { codeOf } from './support/second-factor.ts'
import { SignInPage } from './support/sign-in-page.ts'

const admin = 'admin@sandbox.example'
const secret = 'sandbox-password-2'
test.describe.configure({ mode: 'serial' })

test('the owner signs in by code, adds a second factor and opens the panel', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/403|422/)
  await new SignInPage(page, mailbox).signIn(admin)
  await page.goto('/misc')
  await expect(page.getByRole('heading', { name: 'Добавьте второй шаг входа' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible()
  await expect(page.getByLabel('Ключ для приложения')).toHaveText(/^([A-Z2-7]{4} ?){8}$/)
  await expectFitForEveryone(page, 'second-factor enrolment')
  const key = page.getByLabel('Ключ для приложения')
  const shown = await key.textContent()
  await page.reload()
  await expect(key).toHaveText(shown ?? '')
  await expect(page.getByRole('link', { name: 'QR-код для приложения' })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\/.*secret=/,
  )
  await expect(page.getByText(/^Ключ\sна\sэтой странице новый/)).toBeHidden()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(page.getByText(/^Ключ\sна\sэтой странице новый/)).toBeVisible()
  await expect(key).not.toHaveText(shown ?? '')
  await page.getByLabel('Код из приложения').fill('12345')
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByText(/^Введите\sвсе\sшесть\sцифр/)).toBeVisible()
  await page.getByLabel('Код из приложения').fill(await codeOf(request, admin))
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  const panel = new PanelPage(page)
  await expect(page.getByRole('heading', { name: 'Тестовая панель' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('otpauth')

  await expect(panel.status('Окружение')).toHaveText('Development')
  await expect(panel.status('Адрес API')).toHaveText(/^http:\/\/localhost:\d+\/api$/)
  await expect(panel.status('Тестов запущено')).toHaveText('0')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Webhooks')
  await expect(page.getByRole('textbox', { name: 'Данные' }).first()).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await expect(page.getByRole('tab')).toHaveText([
    'Webhooks',
    'APIs',
    'Analytics',
    'Database',
    'Custom Tests',
    'Results',
  ])
})

test('an owner who signs in anew is asked for the code', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/403|422/)
  await new SignInPage(page, mailbox).signIn(admin)
  await page.goto('/misc')
  await expect(page.getByRole('heading', { name: 'Второй шаг входа' })).toBeVisible()
  const code = await codeOf(request, admin)
  await page.getByLabel('Код из приложения').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByRole('alert')).toContainText(/Код\sне\sподходит/)
  await page.getByLabel('Код из приложения').fill(code)
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByRole('heading', { name: 'Тестовая панель' })).toBeVisible()
  await keepSession(page, admin)
})

test('a second app is added and taken away, and the last one stays', async ({ page, request, mailbox }) => {
  await givenPanel({ page, request, mailbox }, admin)
  const factors = page.locator('#factors')
  await expect(factors.getByText(/^Единственное\sприложение/)).toBeVisible()
  await expect(factors.getByRole('button', { name: 'Убрать' })).toHaveCount(0)

  await factors.getByRole('button', { name: 'Добавить приложение' }).click()
  await expect(factors.getByLabel('Ключ для приложения')).toBeVisible()
  await factors.getByLabel('Код из приложения').fill(await codeOf(request, admin))
  await factors.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(factors.getByRole('listitem')).toHaveCount(2)
  await factors.getByRole('button', { name: 'Убрать' }).first().click()
  await factors.getByRole('button', { name: 'Да, убрать' }).click()
  await expect(factors.getByRole('listitem')).toHaveCount(1)
  expect(await accessFaults(page, { within: '#factors' })).toEqual([])
})

test('the backend answers at every endpoint, and the debug info says where', async ({
  page,
  request,
  mailbox,
}) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)

  await panel.button('Test All Endpoints').click()
  await expect(page.getByText('Ответили все: 8')).toBeVisible()
  await expect(page.getByRole('row', { name: 'POST /daily-messaging/trigger' })).toContainText('200 OK')
  await expect(page.getByRole('row', { name: 'GET /payment/health' })).toContainText('200 OK')

  const info = page.getByText('HeadlessChrome').or(page.getByText('Mozilla/5.0'))
  await expect(info).toBeHidden()
  await panel.button('Show Debug Info').click()
  await expect(info).toBeVisible()
  await panel.button('Show Debug Info').click()
  await expect(info).toBeHidden()
  expect(panel.alerts).toEqual([])
})

test('production and its daily messaging answer', async ({ page, request, mailbox }) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)

  await panel.button('Test Production API').click()
  await expect(page.getByText(/Ответ 200 OK за\s\d+\sмс/)).toHaveCount(1)
  await panel.button('Test Daily Messaging').click()
  await expect(page.getByText(/Ответ 200 OK за\s\d+\sмс/)).toHaveCount(2)
  expect(panel.alerts).toEqual([])
})

test('a production that fails or is silent is told in an alert', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/50\d|net::ERR/)
  const panel = await givenPanel({ page, request, mailbox }, admin)

  // A button says nothing of how often it was pressed: the alert does, and what answers the next press waits for it.
  const toldOf = (count: number) => expect.poll(() => panel.alerts).toHaveLength(count)

  await page.route('**/api/', (route) => route.fulfill({ status: 503, body: '{}' }))
  await panel.button('Test Production API').click()
  await toldOf(1)
  await page.route('**/daily-messaging/trigger', (route) =>
    route.fulfill({ status: 500, json: { code: 'x' } }),
  )
  await panel.button('Test Daily Messaging').click()
  await toldOf(2)
  await page.unrouteAll()
  await page.route('**/api/**', (route) => route.abort())
  await panel.button('Test Production API').click()
  await toldOf(3)
  await panel.button('Test Daily Messaging').click()
  await toldOf(4)

  expect(panel.alerts).toEqual([
    'Production API responded with status: 503',
    'Daily Messaging endpoint responded with status: 500 {"code":"x"}',
    'Production API is not accessible: Failed to fetch',
    'Daily Messaging endpoint is not accessible',
  ])
})

test('the switch changes the base that is asked', async ({ page, request, mailbox }) => {
  await page.route('**/api/panel/session', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const production = `${body.apiUrls.production}/elsewhere`
    return route.fulfill({ response: answer, json: { ...body, apiUrls: { ...body.apiUrls, production } } })
  })
  const panel = await givenPanel({ page, request, mailbox }, admin)

  await page.getByText('Production', { exact: true }).click()
  await expect(panel.status('Окружение')).toHaveText('Production')
  await expect(panel.status('Адрес API')).toHaveText(/\/api\/elsewhere$/)
  await page.getByText('Development', { exact: true }).last().click()
  await expect(panel.status('Адрес API')).toHaveText(/\/api$/)
})

test('a signed payment is accepted by the real webhook', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const panel = await givenPanel({ page, request, mailbox }, admin)
  const payment = panel.test('Оплата Robokassa')

  await payment.run('Failed')
  await expect(payment.result).toContainText('Webhook test failed')
  await panel.button('Generate Test Data').click()
  await expect(page.getByText('Сначала введите секрет.')).toBeVisible()
  await payment.button('Generate Signed Payload').click()
  await expect(payment.card.getByRole('alert')).toContainText('Сначала введите секрет.')

  await panel.secret.fill(secret)
  await panel.button('Generate Test Data').click()
  await expect(page.getByText(/Данные готовы: InvId \d+/)).toBeVisible()
  await expect(payment.modified).toBeVisible()
  const payload = JSON.parse((await payment.editor.textContent()) ?? '')
  const signed = `${payload.OutSum}:${payload.InvId}:${secret}`
  expect(payload.SignatureValue).toBe(createHash('md5').update(signed).digest('hex'))

  await payment.run('Success')
  expect(await payment.answer()).toContain(`OK${payload.InvId}`)
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const { orders } = await (await request.get('/api/orders', { headers })).json()
  expect(orders).toContainEqual(expect.objectContaining({ invId: Number(payload.InvId), state: 'paid' }))

  await payment.type(
    JSON.stringify({ ...payload, EMail: 'other@example.com', SignatureValue: '0'.repeat(32) }),
  )
  await payment.run('Failed')
  await payment.button('Generate Signed Payload').click()
  await payment.run('Success')

  await payment.button('Reset').click()
  await expect(payment.modified).toBeHidden()
  await expect(payment.editor).toContainText('"InvId": "1"')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain(secret)
})

test('an error in the JSON is shown where it is and is not sent', async ({ page, request, mailbox }) => {
  const panel = await givenPanel({ page, request, mailbox }, admin)
  const payment = panel.test('Оплата Robokassa')

  await payment.type('{"OutSum": "5000.00",\n"InvId" 7}')
  await expect(payment.card.locator('.cm-lintRange-error')).toBeVisible()
  await expect(payment.card.locator('.cm-line').nth(1).locator('.cm-lintRange-error')).toHaveText('7')
  await payment.run('Failed')
  await expect(payment.result).toContainText('Это не JSON')
  await payment.type('{"OutSum": "5000.00"}')
  await expect(payment.card.locator('.cm-lintRange-error')).toBeHidden()
  await panel.secret.fill(secret)
  await payment.button('Generate Signed Payload').click()
  await expect(payment.card.getByRole('alert')).toContainText('OutSum и InvId')
})

test('WhatsApp reports are accepted when they are signed', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/401/)
  const panel = await givenPanel({ page, request, mailbox }, admin)
  const message = panel.test('Сообщение WhatsApp')

  await message.run('Failed')
  await expect(message.result).toContainText('401')
  await panel.secret.fill('sandbox-app-secret')
  await message.run('Success')
  await panel.test('Статус доставки WhatsApp').run('Success')
})
