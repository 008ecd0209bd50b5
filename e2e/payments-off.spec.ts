import { aigerim, freshEmail } from '@app/testing/people'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { switchOff } from './support/switched-off.ts'

test('until payments open the offers say so, with a way to leave word, and nothing can be bought', {
  tag: '@core',
}, async ({ page, request }) => {
  const { resultToken } = await givenLead(request, aigerim, freshEmail(aigerim))
  // The page of an installation with PAYMENTS=off; the server's part is payments-off.db.test.ts.
  await switchOff(page, 'payments')
  await page.goto(`/profile?result=${resultToken}`)

  const offers = page.locator('#pricing-section')
  await expect(offers.getByText(/^Оплата\sна\sсайте\sскоро\sоткроется/)).toHaveCount(2)
  const chats = offers.getByRole('link', { name: 'Написать в WhatsApp' })
  await expect(chats.first()).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.+/)
  await expect(offers.getByRole('link', { name: 'Написать на почту' }).first()).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Записаться на консультацию' })).toHaveCount(0)
  await expect(offers.getByText(/Нажимая/)).toHaveCount(0)
})
