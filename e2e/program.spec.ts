import { formatPhone } from '@app/content/ru/writing/phone'
import { aigerim, freshEmail } from '@app/testing/people'
import { buySubscription } from './support/buy-subscription.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { freshPhone, ownerHeaders } from './support/messages.ts'
import { openTab } from './support/open-tab.ts'
import { givenCabinet } from './support/signed-in.ts'

const admin = 'third-admin@sandbox.example'

test('a program writes to the phone that was changed in the cabinet', async ({ page, request, mailbox }) => {
  const changed = `${freshPhone().slice(0, -2)}99`
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)
  await page.getByRole('link', { name: 'Открыть программу' }).click()
  await expect(page.getByText(/^Первое сообщение придёт/)).toBeVisible()
  await expect(
    page.locator('header').getByText(aigerim.name),
    'by the name of the test that was theirs',
  ).toBeVisible()

  await expect(page.getByText(/^Номер для сообщений: \+7\s\d{3}\s\d{3}\s\d{2}\s\d{2}\./)).toBeVisible()
  await openTab(page, 'Аккаунт')
  const phone = await page.getByLabel('Телефон').inputValue()
  expect(phone).toMatch(/^\+7\d{10}$/)
  await expect(page.getByText(/Оплаченная программа остановится/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Как\sвернуть/ })).toHaveAttribute('href', '/terms#refund')
  await page.getByLabel('Телефон').fill(changed)
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Номер телефона обновлен успешно!')).toBeVisible()
  await openTab(page, 'Программа')
  await expect(page.getByText(`Номер для сообщений: ${formatPhone(changed)}.`)).toBeVisible()
  await openTab(page, 'Аккаунт')

  // Bought after nine, the program begins tomorrow: where it will write is what can be asked today.
  const headers = await ownerHeaders(request, mailbox, admin)
  const status = await request.get(`/api/daily-messaging/status/${address}`, { headers })
  const { subscriptions } = (await status.json()) as { subscriptions: { id: string; phone: string }[] }
  expect(subscriptions.map(({ phone }) => phone)).toEqual(['…99'])
  await page.reload()
  await expect(page.getByLabel('Телефон')).toHaveValue(changed)
  await openTab(page, 'Программа')
  await expect(page.getByText(/^Первое сообщение придёт/)).toBeVisible()

  const day = { phone: changed, category: 'A', day: 2, subscriptionId: subscriptions[0]?.id }
  const sent = await request.post('/api/daily-messaging/manual-send', {
    headers,
    data: { ...day, updateProgress: true },
  })
  expect(sent.status()).toBe(202)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('День 2 из 5')).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'День 2' })).toHaveAttribute('aria-expanded', 'true')
  await expectFitForEveryone(page, 'days already sent')
  const sentDay = page.getByRole('button', { name: 'День 2' })
  const message = page.locator(`[id="${await sentDay.getAttribute('aria-controls')}"]`)
  await expect(message).toBeVisible()
  await sentDay.click()
  await expect(message).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(message).toBeVisible()
})

test('a number that WhatsApp does not reach is said and mended where the program stands', async ({
  page,
  request,
  mailbox,
}) => {
  const mended = freshPhone()
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)
  await page.getByRole('link', { name: 'Открыть программу' }).click()
  await openTab(page, 'Аккаунт')
  await page.getByLabel('Телефон').fill('+77051404404')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Номер телефона обновлен успешно!')).toBeVisible()

  const headers = await ownerHeaders(request, mailbox, 'fifth-admin@sandbox.example')
  const status = await request.get(`/api/daily-messaging/status/${address}`, { headers })
  const { subscriptions } = (await status.json()) as { subscriptions: { id: string }[] }
  const day = { phone: '+77051404404', category: 'A', day: 1, subscriptionId: subscriptions[0]?.id }
  const data = { ...day, updateProgress: true }
  expect((await request.post('/api/daily-messaging/manual-send', { headers, data })).status()).toBe(202)

  await openTab(page, 'Программа')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Не доставлено: проверьте номер.')).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(page.getByText(/придёт ближайшим утром/)).toHaveCount(0)
  await expectFitForEveryone(page, 'a number that is not reached')

  await page.getByRole('button', { name: 'Исправить номер' }).click()
  await page.getByRole('button', { name: 'Сохранить номер' }).click()
  await expect(page.getByText(/На\sэтот\sномер\sсообщение\sне\sдошло/)).toBeVisible()
  await page.getByLabel('Ваш номер WhatsApp').fill(mended)
  await expectFitForEveryone(page, 'a number that is being mended')
  await page.getByRole('button', { name: 'Сохранить номер' }).click()
  await expect(page.getByText('Номер исправили.')).toBeVisible()
  await expect(page.getByText(`Номер для сообщений: ${formatPhone(mended)}.`)).toBeVisible()
  await expect(page.getByText(/^Первое сообщение придёт ближайшим утром/)).toBeVisible()
  await openTab(page, 'Аккаунт')
  await expect(page.getByLabel('Телефон')).toHaveValue(mended)
})
