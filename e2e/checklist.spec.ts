import { subcategoryTexts } from '@app/content/ru/results'
import { classifyResult } from '@app/domain/result/result'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { buySubscription } from './support/buy-subscription.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { freshPhone, messagesTo } from './support/messages.ts'
import { givenCabinet } from './support/signed-in.ts'

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Получить в WhatsApp' }).click()
  await expect(page.getByLabel('Номер в WhatsApp')).toBeFocused()
}

test('the checklist is a PDF that anybody with the result can download', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const { resultToken } = await givenLead(request, aigerim, freshEmail(aigerim))
  await page.goto(`/profile?result=${resultToken}`)
  const { subCategory } = classifyResult(aigerim.answers)
  await expect(page.getByText(subcategoryTexts[subCategory].checklistTitle).first()).toBeVisible()

  const download = page.getByRole('link', { name: 'Скачать PDF' })
  const href = await download.getAttribute('href')
  const file = await request.get(href ?? '')
  expect(file.status()).toBe(200)
  expect(file.headers()['content-type']).toBe('application/pdf')
  expect(file.headers()['content-disposition']).toContain('attachment')
  const saving = page.waitForEvent('download')
  await download.click()
  expect((await saving).suggestedFilename()).toMatch(/^Чек-лист «.+»\.pdf$/)
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(subcategoryTexts[subCategory].checklistTitle).first()).toBeVisible()
  for (const control of [download, page.getByText('Отмечать прямо здесь')]) await expect(control).toBeHidden()
})

test('a visitor gets the checklist in WhatsApp, once for a double press', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const { resultToken } = await givenLead(request, timur, freshEmail(timur))
  const phone = freshPhone()
  await page.goto(`/profile?result=${resultToken}`)
  await openForm(page)
  await expect(page.getByRole('button', { name: 'Отправить' })).toBeDisabled()
  await page.getByLabel('Номер в WhatsApp').fill(phone)
  await page.getByRole('button', { name: 'Отправить' }).dblclick()

  await expect(page.getByRole('alert').getByText(/Чек.лист отправлен в\sWhatsApp!/)).toBeVisible()
  await expect(page.getByLabel('Номер в WhatsApp')).toBeHidden()
  await expect.poll(async () => (await messagesTo(request, phone)).length, { timeout: 20_000 }).toBe(1)
  const [message] = await messagesTo(request, phone)
  expect(message?.documentUrl).toContain('/public-downloads/checklists/c2.pdf')

  await openForm(page)
  await expect(page.getByLabel('Номер в WhatsApp')).toHaveValue('')
})

test('cancel closes the form and forgets the number; a wrong one is explained', async ({ page, request }) => {
  const { resultToken } = await givenLead(request, timur, freshEmail(timur))
  await page.goto(`/profile?result=${resultToken}`)
  await openForm(page)
  await page.getByLabel('Номер в WhatsApp').fill('+7701')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Введите корректный номер телефона')).toBeVisible()
  await page.getByRole('button', { name: 'Отмена' }).click()

  await openForm(page)
  await expect(page.getByLabel('Номер в WhatsApp')).toHaveValue('')
})

test('a failure of the server is said, and the number stays', async ({
  page,
  request,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/503/)
  const { resultToken } = await givenLead(request, timur, freshEmail(timur))
  await page.goto(`/profile?result=${resultToken}`)
  await page.route('**/api/whatsapp/send-checklist', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: '' } }),
  )
  await openForm(page)
  await page.getByLabel('Номер в WhatsApp').fill('+77010000002')
  await page.getByRole('button', { name: 'Отправить' }).click()

  await expect(page.getByRole('alert')).toHaveText('Ошибка при отправке в WhatsApp. Попробуйте позже.')
  await expect(page.getByLabel('Номер в WhatsApp')).toHaveValue('+77010000002')
})

test('a signed-in user who names another phone has it saved, for three seconds it says so', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  const phone = freshPhone()
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await page.getByRole('button', { name: 'Да, я' }).click()
  await expect(page.getByText('Это вы проходили тест?')).toBeHidden()
  await openForm(page)
  await expect(page.getByLabel('Номер в WhatsApp')).toHaveValue(aigerim.phone)
  await page.getByLabel('Номер в WhatsApp').fill(phone)
  await page.getByRole('button', { name: 'Отправить' }).click()

  const saved = page.getByText('Номер телефона обновлен успешно!')
  await expect(saved).toBeVisible()
  await expect(page.getByText(/Чек.лист отправлен в\sWhatsApp!/)).toBeVisible()
  await expect(saved).toBeHidden({ timeout: 6000 })
  await page.reload()
  await openForm(page)
  await expect(page.getByLabel('Номер в WhatsApp')).toHaveValue(phone)
})

test('ticks of two tabs are kept together, and are there at once after a reload', async ({ page }) => {
  await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(timur.answers))}`)
  const openList = (tab: Page) => tab.getByText('Отмечать прямо здесь').click()
  const ticked = (tab: Page) => tab.locator('fieldset').getByRole('checkbox', { checked: true })
  await openList(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await openList(other)
  await page.locator('fieldset').getByRole('checkbox').first().press('Space')
  await expect(ticked(other)).toHaveCount(1)
  await other.locator('fieldset').getByRole('checkbox').last().press('Space')
  await expect(ticked(page)).toHaveCount(2)
  await page.reload()
  await expect(ticked(page)).toHaveCount(2)
  await expect(page.getByText(/^Отмечено 2\sиз/)).toBeVisible()
})

test('a tick that another tab sets while the list is being drawn is not missed', async ({ page }) => {
  await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(timur.answers))}`)
  const openList = () => page.getByText('Отмечать прямо здесь').click()
  await openList()
  await page.locator('fieldset').getByRole('checkbox').first().press('Space')
  await expect(page.getByText(/^Отмечено 1\sиз/)).toBeVisible()
  const theirs = await page.evaluate(() => localStorage.getItem('yasny-den.checklist') ?? '')
  await page.locator('fieldset').getByRole('checkbox').first().press('Space')
  await page.addInitScript((ticks) => {
    const listen = window.addEventListener.bind(window)
    window.addEventListener = (...following: Parameters<typeof listen>) => {
      const isDrawn = following[0] === 'storage' && document.querySelector('fieldset')
      if (isDrawn) localStorage.setItem('yasny-den.checklist', ticks)
      listen(...following)
    }
  }, theirs)
  await page.reload()
  await openList()
  await expect(page.getByText(/^Отмечено 1\sиз/)).toBeVisible()
})

test('a buyer sees the program in the cabinet', async ({ page, request, mailbox }) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)

  await page.getByRole('link', { name: 'Открыть программу' }).click()
  const program = page.locator('#program')
  await expect(program.getByRole('heading', { name: /Программа на 5\sдней/ })).toBeVisible()
  await expect(program.getByText(/Первое сообщение придёт/)).toBeVisible()
  await expect(program.getByRole('listitem')).toHaveCount(5)
})
