import { loginTexts } from '@app/content/ru/ui/login'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { CheckoutPage } from './support/checkout-page.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { translateTexts } from './support/translate.ts'

const { headlines, standings } = paymentTexts.success

test.beforeEach(({ page }) => translateTexts(page))

const number = (text: string | null | undefined) => text?.match(/\d+/)?.[0]

test('a translated quiz goes on to its result, and its progress follows', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'age' })
  await expect(page.locator('font font').first()).toBeAttached()
  await quiz.walk(aigerim, { from: 'age', until: 'weight' })
  const bar = page.getByRole('progressbar')
  const step = page.getByText(/^Шаг \d+ из/).first()
  expect(number(await step.textContent())).toBe(number(await bar.getAttribute('aria-valuetext')))
  const percent = page.getByText(/^\d+\s%$/).first()
  expect(number(await percent.textContent())).toBe(await bar.getAttribute('aria-valuenow'))

  await quiz.walk(aigerim, { from: 'weight' })
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  await expect(quiz.result('A2')).toBeVisible()
  await expect(
    page
      .getByText(/сохран/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

test('the state of a translated payment follows, and so do its sums', async ({ page, request }) => {
  const { resultToken } = await givenLead(request, timur, freshEmail(timur))
  await page.goto(`/profile?result=${resultToken}`)
  await new CheckoutPage(page).goToPay('consultation', { email: freshEmail(timur) })
  const pay = (tab: Page) => tab.getByRole('button', { name: /^Оплатить\s50\s000/ })
  await expect(pay(page)).toBeVisible()
  const card = page.url()
  await page.goto('/payment_success')
  const heading = page.getByRole('heading', { level: 1 })
  const status = page.getByRole('main').getByRole('status')
  await expect(heading).toHaveText(headlines.waiting)
  await expect(status).toHaveText(standings.waiting)
  await expect(page.getByText(paymentTexts.success.toPay, { exact: true })).toHaveCount(0)

  const tab = await page.context().newPage()
  await tab.goto(card)
  await pay(tab).click()
  await expect(heading).toHaveText(headlines.confirmed)
  await expect(status).toHaveText(standings.confirmed)
})

test('a translated sign-in goes from step to step', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  const email = freshEmail(timur)
  await signIn.open()
  const title = signIn.dialog.getByRole('heading')
  await expect(title.locator('font').first()).toBeAttached()
  await signIn.askForCode(email)
  await expect(title).toHaveText(loginTexts.code.title)
  await signIn.code.fill('000000')
  await signIn.submit.click()
  await expect(signIn.dialog.getByRole('alert')).toBeVisible()
  await signIn.enterCode(email)
  await expect(page.getByRole('button', { name: 'Пройти тест' })).toBeVisible()
})
