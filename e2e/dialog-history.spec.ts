import { aigerim, freshEmail } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { CheckoutPage } from './support/checkout-page.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { pressEscape } from './support/press-escape.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'

/** Opens the result from another page, so that an entry too few leads there. */
async function openOffer(page: Page): Promise<CheckoutPage> {
  await page.goto('/about')
  await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(aigerim.answers))}`)
  const checkout = new CheckoutPage(page)
  await openSheet(checkout)
  return checkout
}

async function openSheet(checkout: CheckoutPage): Promise<void> {
  await checkout.payButton('consultation').click()
  await expect(checkout.sheet).toBeVisible()
  await expectEntry(checkout.page, 1)
}

/** The browser's history follows a dialog within a task of its own. */
async function expectEntry(page: Page, depth: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.dialogDepth ?? 0)).toBe(depth)
}

test('Back closes the order sheet and stays where the offer is', { tag: '@core' }, async ({ page }) => {
  const checkout = await openOffer(page)
  const top = await page.evaluate(() => scrollY)
  await page.goBack()
  await expect(checkout.sheet).toBeHidden()
  await expect(page).toHaveURL(/\/profile\?data=/)
  await expect(checkout.payButton('consultation')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(top)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('a sheet that was closed by its cross leaves no entry behind', async ({ page }) => {
  const checkout = await openOffer(page)
  await pressEscape(page)
  await expectEntry(page, 0)
  await openSheet(checkout)
  await checkout.sheet.getByRole('button', { name: 'Закрыть' }).click()
  await expect(checkout.sheet).toBeHidden()
  await expectEntry(page, 0)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('a reload with the sheet open shows the page, and Back leads out of it', async ({ page }) => {
  const checkout = await openOffer(page)
  await page.reload()
  await expect(checkout.payButton('consultation')).toBeVisible()
  await expect(checkout.sheet).toBeHidden()
  await expectEntry(page, 0)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('Forward after a closed sheet opens nothing, and the sheet opens again', async ({ page }) => {
  const checkout = await openOffer(page)
  await page.goBack()
  await expect(checkout.sheet).toBeHidden()
  await page.goForward()
  await expectEntry(page, 0)
  await expect(checkout.sheet).toBeHidden()
  await openSheet(checkout)
  await page.goBack()
  await expect(checkout.sheet).toBeHidden()
})

test('Back closes a dialog over a question, and the question stays', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'height', aigerim)
  await page.getByRole('button', { name: 'Забыть это устройство' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectEntry(page, 1)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await quiz.expectAt('height')
  await page.goBack()
  await quiz.expectAt('age')
})

test('Back closes the login dialog, and whoever signs in finds the page before the cabinet by one Back', async ({
  page,
  mailbox,
}) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await expectEntry(page, 1)
  await page.goBack()
  await expect(signIn.dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await signIn.signIn(freshEmail(aigerim))
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expectEntry(page, 0)
  await page.goForward()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a device that is forgotten from a dialog keeps no entry of it', async ({ page }) => {
  await page.goto('/about')
  await page.goto('/privacy')
  await page.getByRole('button', { name: 'Забыть это устройство' }).click()
  const dialog = page.getByRole('dialog')
  await expectEntry(page, 1)
  await dialog.getByRole('button', { name: 'Забыть', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})
