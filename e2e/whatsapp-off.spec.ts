import { aigerim, freshEmail } from '@app/testing/people'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { switchOff } from './support/switched-off.ts'

test('without WhatsApp the checklist is a file, the program is not sold, and the page says why', {
  tag: '@core',
}, async ({ page, request }) => {
  const { resultToken } = await givenLead(request, aigerim, freshEmail(aigerim))
  // The page of an installation with WHATSAPP=off; the server's part is messages-off.db.test.ts.
  await switchOff(page, 'whatsapp')
  await page.goto(`/profile?result=${resultToken}`)

  await expect(page.getByRole('link', { name: 'Скачать PDF' })).toBeVisible()
  await expect(page.getByText(/^Сообщения\sв\sWhatsApp\sсейчас\sне\sотправляем/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Получить в WhatsApp' })).toBeHidden()
  const offers = page.locator('#pricing-section')
  await expect(offers.getByText(/^Программа\sсейчас\sне\sпродаётся/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(0)
  await expect(offers.getByRole('button', { name: 'Записаться на консультацию' })).toBeEnabled()
})
