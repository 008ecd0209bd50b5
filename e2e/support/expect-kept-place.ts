import { expect, type Page } from '@playwright/test'

/** Expects that a result stands where it was read after a reload and Back. */
export async function expectKeptPlace(page: Page): Promise<void> {
  const top = () => page.evaluate(() => Math.round(scrollY))
  await expect(page.locator('#pricing-section')).toBeAttached()
  await page.evaluate(() => scrollTo(0, 2500))
  await expect.poll(() => page.evaluate(() => history.state?.readTo?.[1])).toBe(2500)
  await page.reload()
  await expectPlace()
  // Where it stands: a press of the mouse would bring the link into view.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'О нас' })
    .evaluate((link: HTMLAnchorElement) => link.click())
  await expect(page.getByRole('heading', { level: 1, name: 'О нас' })).toBeVisible()
  await page.goBack()
  await expectPlace()
  // What is done once a page is drawn would have thrown it to its top.
  await page.waitForTimeout(300)
  await expectPlace()

  async function expectPlace() {
    await expect(page.locator('[data-subcategory]')).toBeVisible()
    await expect.poll(top).toBeGreaterThan(2300)
    expect(await top()).toBeLessThan(2700)
  }
}
