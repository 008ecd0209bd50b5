import { aigerim, freshEmail } from '@app/testing/people'
import { CheckoutPage } from './support/checkout-page.ts'
import { forgetNewer } from './support/faults/forget-newer.ts'
import { expect, test } from './support/fixtures.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'

test('a browser of the floor goes through the quiz, saves the lead, opens the sheet and signs in', async ({
  page,
  mailbox,
}) => {
  await forgetNewer(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const email = freshEmail(aigerim)
  const quiz = new QuizPage(page)
  await quiz.open()
  expect(await page.evaluate(() => 'timeout' in AbortSignal || 'toSorted' in [])).toBe(false)
  await quiz.walk(aigerim)
  await quiz.fillContact(aigerim, email)
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/leads') && response.ok())
  await quiz.submit.click()
  await expect(quiz.result('A2')).toBeVisible()
  await saved
  await expect(page.getByText(/^Результат сохранён/)).toBeVisible()

  const checkout = new CheckoutPage(page)
  await checkout.payButton('subscription').click()
  await expect(checkout.sheet).toBeVisible()

  const tab = await page.context().newPage()
  tab.on('pageerror', (error) => errors.push(error.message))
  await forgetNewer(tab)
  await new SignInPage(tab, mailbox).signIn(email)
  expect(errors).toEqual([])
})
