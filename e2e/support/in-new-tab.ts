import { type Page, test } from '@playwright/test'

/**
 * One of several ways to the same end, in a tab beside this one and on a device that remembers nothing of the way before. Only
 * what the browser has loaded and compiled is still there, as long as this one stays open (docs/decisions/tests.md).
 */
export async function inNewTab(
  beside: Page,
  way: string,
  goes: (page: Page) => Promise<void>,
): Promise<void> {
  await test.step(way, async () => {
    const page = await beside.context().newPage()
    await goes(page)
    await page.evaluate(() => localStorage.clear())
    await page.close()
  })
}
