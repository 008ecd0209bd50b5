import { aigerim, freshEmail } from '@app/testing/people'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { givenCabinet } from './support/signed-in.ts'

test('a visitor is asked to sign in and is served nothing of the panel', async ({ page }) => {
  const scripts = watchScripts(page)
  await page.goto('/misc')

  await expect(page.getByText('Она открыта только администраторам')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Войти в аккаунт' })).toBeVisible()
  expect(scripts.filter((url) => url.includes('/assets/panel/'))).toEqual([])
})

test('a plain user is refused', { tag: '@core' }, async ({ page, mailbox, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/403/)
  const scripts = watchScripts(page)
  await givenCabinet(page, mailbox, freshEmail(aigerim))
  await page.goto('/misc')

  await expect(page.getByText('у вашего аккаунта такого доступа нет')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'На главную' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(scripts.filter((url) => url.includes('/assets/panel/'))).toEqual([])
})

test("of all scripts of the site only the panel's own know it, and those are not there for others", async ({
  request,
}) => {
  const scripts = await readScripts(request)
  const hidden = scripts.filter(({ path }) => path.startsWith('/assets/panel/'))

  expect(scripts.length).toBeGreaterThan(5)
  expect(hidden.length).toBeGreaterThan(0)
  for (const { status, text } of hidden) expect([status, text]).toEqual([404, 'Not found'])
  for (const { path, text } of scripts) {
    expect(text, path).not.toMatch(/Generate Signed Payload|admin-test-results|No test results yet/)
  }
})

function watchScripts(page: import('@playwright/test').Page): string[] {
  const urls: string[] = []
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script' || asked.url().endsWith('.js')) urls.push(asked.url())
  })
  return urls
}

type Script = { path: string; status: number; text: string }

/** Every script that can be reached from the first page by following the names in the scripts themselves. */
async function readScripts(request: APIRequestContext): Promise<Script[]> {
  const page = await (await request.get('/')).text()
  const waiting = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const read = new Map<string, Script>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path)) continue
    const response = await request.get(path)
    const text = await response.text()
    read.set(path, { path, status: response.status(), text })
    if (!response.ok()) continue
    for (const [, name = ''] of text.matchAll(
      /["'`](?:\.{0,2}\/)*((?:[\w-]+\/)*[\w-]+-[\w-]{8}\.js)["'`]/g,
    )) {
      waiting.push(name.startsWith('assets/') ? `/${name}` : `/assets/${name}`)
    }
  }
  return [...read.values()]
}
