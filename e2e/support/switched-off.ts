import { expect, type Page } from '@playwright/test'

/** The pages of an installation in which something is switched off; the server's part has tests of its own. */
export async function switchOff(page: Page, name: 'payments' | 'whatsapp'): Promise<void> {
  await page.route('**/profile?*', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    expect(html).toContain(`"${name}":true`)
    await route.fulfill({ response, body: html.replace(`"${name}":true`, `"${name}":false`) })
  })
}
