import { expect, type Page } from '@playwright/test'

/**
 * Closes the dialog on screen by its key, once it hears keys: that begins with what it does after it has been drawn, sooner than
 * a person but later than a robot presses. By then the page behind it takes no presses.
 */
export async function pressEscape(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('pointer-events', 'none')
  await page.keyboard.press('Escape')
  // The closed dialog leaves its history entry; going back would abort a navigation that starts meanwhile.
  await page.waitForFunction(
    () => (history.state?.dialogDepth ?? 0) <= document.querySelectorAll('[role=dialog]').length,
  )
}
