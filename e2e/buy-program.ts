import { productTexts } from '@app/content/ru/pricing'
import { expect, type Page } from '@playwright/test'

/** Buys the program from the cabinet, through the sandbox's card page, and stays where the payment is confirmed. */
export async function buyProgram(page: Page): Promise<void> {
  await page
    .locator('#pricing-section')
    .getByRole('button', { name: productTexts.subscription.button })
    .click()
  await page.getByRole('button', { name: /^Оплатить\s5\s000/ }).click()
  await expect(page.locator('[data-standing="confirmed"]')).toBeVisible()
}
