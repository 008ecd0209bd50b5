import { aigerim, freshEmail } from '@app/testing/people'
import { buySubscription } from './support/buy-subscription.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenPanel } from './support/given-panel.ts'
import { codeOf } from './support/second-factor.ts'
import { givenCabinet } from './support/signed-in.ts'

test('the owner finds a paid program, marks its refund after a second press, and the program ends', {
  tag: '@core',
}, async ({ page, browser, request, mailbox, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/403/)
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)

  const context = await browser.newContext()
  const panel = await context.newPage()
  const admin = 'fourth-admin@sandbox.example'
  await givenPanel({ page: panel, request, mailbox }, admin)
  const query = panel.getByLabel('Номер или почта')
  await query.fill('не номер')
  await panel.getByRole('button', { name: 'Найти' }).click()
  await expect(panel.getByText(/^Введите\sномер\sзаказа/)).toBeVisible()
  await query.fill(address)
  await panel.getByRole('button', { name: 'Найти' }).click()
  const order = panel.locator('#orders [data-order]')
  await expect(order).toHaveAttribute('data-order-state', 'paid')
  await expect(order).toContainText(/По\sусловиям к\sвозврату: 5\s000\s₸/)
  await expect(order).toContainText('уведомление: принято')
  expect(await accessFaults(panel, { within: '#orders' })).toEqual([])

  await order.getByRole('button', { name: 'Отметить возврат' }).click()
  await order.getByRole('button', { name: 'Оставить как есть' }).click()
  await expect(order).toHaveAttribute('data-order-state', 'paid')
  await order.getByRole('button', { name: 'Отметить возврат' }).click()
  // As it is ten minutes after the last code.
  const isOld = { status: 403, json: { code: 'fresh_sign_in_required', message: '' } }
  await panel.route('**/refund', (route) => route.fulfill(isOld), { times: 1 })
  await order.getByRole('button', { name: 'Да, деньги возвращены' }).click()
  await order.getByLabel('Код из приложения').fill(await codeOf(request, admin))
  await order.getByRole('button', { name: 'Да, деньги возвращены' }).click()
  await expect(order).toHaveAttribute('data-order-state', 'refunded')
  await expect(order).toContainText('остановлена')
  await expect(order.getByRole('button')).toHaveCount(0)
  await context.close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Деньги возвращены' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Что будет дальше' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Что входит' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Открыть программу' }).click()
  await expect(page.getByText(/^Программа\sостановлена/)).toBeVisible()
  await expect(page.locator('[data-order-state="refunded"]')).toBeVisible()
})
