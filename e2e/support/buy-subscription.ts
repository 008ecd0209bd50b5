import { expect, type Page } from '@playwright/test'
import { CheckoutPage } from './checkout-page.ts'

/**
 * Buys the program from the cabinet for the result that waits there to be claimed, through the sandbox's card page, and stays
 * where the payment is confirmed.
 */
export async function buySubscription(page: Page): Promise<void> {
  await new CheckoutPage(page).goToPay('subscription', { claim: true })
  await page.getByRole('button', { name: /^Оплатить\s5\s000/ }).click()
  await expect(page.locator('[data-standing="confirmed"]')).toBeVisible()
}
