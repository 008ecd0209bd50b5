import { aigerim, freshEmail } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { buySubscription } from './support/buy-subscription.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { openTab } from './support/open-tab.ts'
import { givenCabinet } from './support/signed-in.ts'

const consent = (page: Page, kind: string) => page.locator(`[data-consent="${kind}"]`)

test('the cabinet shows what was agreed to, takes it back and gives it again', { tag: '@core' }, async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await openTab(page, 'Аккаунт')
  await expect(consent(page, 'health')).toHaveAttribute('data-state', 'never')
  await openTab(page, 'Результат')
  await page.getByRole('button', { name: 'Да, я' }).click()
  await expect(page.getByRole('button', { name: 'Да, я' })).toBeHidden()
  await page.goto('/profile#consents')

  await expect(consent(page, 'health')).toContainText(/Дано .*2026.*редакция от\sноября 2026/)
  await consent(page, 'health').getByRole('link', { name: 'К удалению аккаунта' }).click()
  await expect(page.getByRole('button', { name: 'Удалить аккаунт' })).toBeInViewport()

  await expect(consent(page, 'marketing')).toContainText('Не дано')
  await page.getByRole('button', { name: /Дать согласие: Советы/ }).click()
  await expect(consent(page, 'marketing')).toContainText(/Дано .*редакция от\sноября 2026/)
  await page.getByRole('button', { name: /Отозвать: Советы/ }).click()
  await expect(consent(page, 'marketing')).toContainText(/Отозвано/)
  await page.reload()
  await expect(consent(page, 'marketing')).toHaveAttribute('data-state', 'withdrawn')

  expect(await accessFaults(page, { within: '#consents' })).toEqual([])
})

test('stopping the program’s messages stops the program, and allowing them takes it up again', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)
  await page.getByRole('link', { name: 'Открыть программу' }).click()
  await expect(page.getByText(/^Первое сообщение придёт/)).toBeVisible()

  await openTab(page, 'Аккаунт')
  await page.getByRole('button', { name: /Отозвать: Сообщения программы/ }).click()
  await openTab(page, 'Программа')
  await expect(page.getByText(/^Вы остановили сообщения программы/)).toBeVisible()
  await openTab(page, 'Аккаунт')
  await page.getByRole('button', { name: /Дать согласие: Сообщения программы/ }).click()
  await openTab(page, 'Программа')
  await expect(page.getByText(/^Первое сообщение придёт/)).toBeVisible()
})

test.describe('when the server does not answer', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the consents say so and try again', async ({ page, mailbox }) => {
    await page.route('**/api/consents', (route) => route.abort())
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    await openTab(page, 'Аккаунт')
    await expect(page.getByText(/^Согласия\sне\sзагрузились/)).toBeVisible()
    await page.unroute('**/api/consents')
    await page.locator('#consents').getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(consent(page, 'marketing')).toBeVisible()
  })
})
