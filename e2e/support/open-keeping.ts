import type { Page } from '@playwright/test'

/**
 * Opens a page of the site on a device that keeps this already: it is there before any script of the page, and from then on
 * the page's own, to be changed and to be forgotten.
 */
export async function openKeeping(page: Page, path: string, key: string, value: string): Promise<void> {
  const kept = await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
    key,
    value,
  ] as const)
  await page.goto(path)
  await kept.dispose()
}
