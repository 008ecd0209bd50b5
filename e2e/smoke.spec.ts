import { layoutTexts } from '@app/content/ru/ui/layout'
import { hold } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'

test('the site answers with its first page', { tag: '@core' }, async ({ page }) => {
  const response = await page.goto('/')

  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(/Ясный день/)
  await expect(page.locator('[data-step="welcome"]')).toBeVisible()
})

test('the server says that it lives and that its database answers', { tag: '@core' }, async ({ request }) => {
  expect(await (await request.get('/api/')).json()).toEqual({ status: 'API is running' })
  expect(await (await request.get('/api/health')).json()).toEqual({ status: 'ok' })
  expect(await (await request.get('/api/ready')).json()).toEqual({ status: 'ready' })
})

test('a browser that requests the icon at its old address gets one', { tag: '@core' }, async ({
  request,
}) => {
  const icon = await request.get('/favicon.ico')

  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toBe('image/x-icon')
})

test('a page that is not there says so', { tag: '@core' }, async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/404/)
  const response = await page.goto('/no-such-page')

  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Здесь дорога кончается' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

test.describe('the mailbox of the sandbox', () => {
  // Playwright tries scripts of its own in every frame, and the frames that show letters allow none.
  test.use({ expectedConsoleErrors: [/^Blocked script execution in 'about:srcdoc'/] })

  test('can be opened by a person', async ({ page }) => {
    await page.goto('/sandbox/mail')

    await expect(page.getByRole('heading', { name: 'Почта песочницы' })).toBeVisible()
  })
})

test('a link from one page leads to another, and Back returns', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'О нас' })).toBeVisible()
  await page.getByRole('link', { name: 'Условия' }).first().click()
  await expect(page).toHaveURL(/\/terms$/)
  await expect(page.getByRole('heading', { level: 1, name: /Условия|Оферта/i })).toBeVisible()
  await page.getByRole('link', { name: 'Личный кабинет' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Здесь живут/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /Условия|Оферта/i })).toBeVisible()
})

test('whoever turns back from a page that does not come is shown the one they were on', async ({ page }) => {
  await hold(page, '**/assets/terms-*.js')
  const footer = page.getByRole('contentinfo')
  const about = page.getByRole('heading', { level: 1, name: 'О нас' })
  await page.goto('/about')
  await expect(about).toBeVisible()
  for (const back of [() => footer.getByRole('link', { name: 'О нас' }).click(), () => page.goBack()]) {
    await footer.getByRole('link', { name: 'Условия и оферта' }).click()
    await expect(page.getByText(layoutTexts.loading)).toBeVisible()
    await back()
    await expect(about).toBeVisible()
  }
})

test('whoever turns back from a page that failed is shown the one they were on', async ({ page }) => {
  await page.route('**/assets/terms-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error() }' }),
  )
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Условия и оферта' }).click()
  await expect(page.getByRole('heading', { name: 'Страница споткнулась' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'О нас' })).toBeVisible()
})
