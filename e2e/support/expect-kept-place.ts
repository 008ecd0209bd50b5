import { resultTexts } from '@app/content/ru/ui/result'
import { expect, type Page } from '@playwright/test'

/** That a result stands where it was read after a reload. */
export async function expectKeptPlace(page: Page): Promise<void> {
  const top = () => page.evaluate(() => Math.round(scrollY))
  await expect(page.getByRole('heading', { name: resultTexts.firstSteps })).toBeAttached()
  await page.evaluate(() => scrollTo(0, 2500))
  await expect.poll(() => page.evaluate(() => history.state?.readTo?.[1])).toBe(2500)
  await page.reload()
  await expect(page.locator('[data-subcategory]')).toBeVisible()
  await expect.poll(top).toBeGreaterThan(2300)
  expect(await top()).toBeLessThan(2700)
}
