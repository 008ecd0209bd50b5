import { aigerim, freshEmail } from '@app/testing/people'
import { expect, test } from './support/fixtures.ts'
import { givenCabinet, storedSession } from './support/signed-in.ts'

test.use({ expectedConsoleErrors: [/Failed to load resource.*40[013]/] })

test('the devices where somebody is signed in are listed, and each can be signed out from the cabinet', {
  tag: '@core',
}, async ({ page, browser, mailbox }) => {
  const email = freshEmail(aigerim)
  const elsewhere = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  })
  const phone = await elsewhere.newPage()
  await givenCabinet(phone, mailbox, email)
  await givenCabinet(page, mailbox, email)
  await page.getByRole('tab', { name: 'Аккаунт' }).click()

  const list = page.locator('#sessions')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('Это вы сейчас')
  await expect(list.getByRole('listitem').last()).toContainText('Chrome, Android')
  await list.getByRole('button', { name: /^Завершить вход: Chrome, Android/ }).click()
  await expect(list.getByText('Вход завершён.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText('Больше вы нигде не вошли.')).toBeVisible()

  await phone.reload()
  await expect(phone.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
  expect(await storedSession(phone)).toBeNull()
  expect(await storedSession(page)).not.toBeNull()
  await elsewhere.close()
})
