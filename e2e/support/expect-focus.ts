import { expect, type Page } from '@playwright/test'

/** Whatever had the focus may be gone: a keyboard must still go on from where it was. */
export async function expectFocusKept(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}
