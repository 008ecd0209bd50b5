import { freshEmail, timur } from '@app/testing/people'
import { holdScript } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'
import { SentEvents } from './support/sent-events.ts'
import { givenCabinet } from './support/signed-in.ts'

const patient = { timeout: 20_000 }

test.describe('an error of each kind', () => {
  test.use({ expectedConsoleErrors: [/./] })

  test('is reported also when it comes before the script', async ({ page, request }) => {
    const sent = new SentEvents(page, request)
    const release = await holdScript(page)
    await page.goto('/about', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('thrown before everything')
      })
      void Promise.reject(new Error('rejected before everything'))
    })
    release()
    await expect
      .poll(
        async () => (await messages(sent)).filter((text) => text.includes('before everything')).sort(),
        patient,
      )
      .toEqual([expect.stringContaining('thrown'), expect.stringContaining('rejected')])
  })

  test('is reported by its type, without what it quotes', async ({ page, request }) => {
    const sent = new SentEvents(page, request)
    await page.route('**/api/gone?*', (route) => route.abort('connectionrefused'))
    await page.route('**/api/broken', (route) =>
      route.fulfill({ status: 503, headers: { 'x-request-id': 'r-42' } }),
    )
    await page.route('**/slow.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 5_300))
      await route.abort().catch(() => {})
    })
    await page.goto('/about')
    await expect.poll(() => sent.deviceId(), patient).not.toBeNull()
    await page.evaluate(async () => {
      setTimeout(() => {
        throw new Error('no such answer «Часто» of aliya@example.com')
      })
      void Promise.reject(new Error('rejected for +7 701 123 45 67'))
      console.error('could not keep', { weight: 72.5 }, new Error('full'))
      const picture = new Image()
      picture.src = '/no-such-picture.png?name=Алия'
      document.body.append(picture)
      const script = document.createElement('script')
      script.src = '/slow.js'
      document.body.append(script)
      await fetch('/api/gone?phone=+77011234567').catch(() => {})
      await fetch('/api/broken')
    })

    await expect
      .poll(async () => (await sent.errorTypes()).sort(), { timeout: 30_000 })
      .toEqual([
        'console_error',
        'global_error',
        'network_error',
        'resource_load_error',
        'unhandled_promise_rejection',
      ])
    await expect
      .poll(
        async () => (await messages(sent)).filter((message) => message.includes('slow.js')).length,
        patient,
      )
      .toBe(1)
    const errors = await sent.named('error_occurred')
    expect(await messages(sent)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('no such answer "…" of [email]'),
        expect.stringContaining('rejected for [number]'),
        'could not keep [object] full',
        expect.stringMatching(/no-such-picture\.png did not load$/),
        expect.stringMatching(/slow\.js (did not load|brought nothing in [56] s)$/),
        'GET /api/gone was not answered',
        'GET /api/broken answered 503',
      ]),
    )
    expect(errors[0]?.properties).toMatchObject({
      url: expect.stringMatching(/^http:\/\/localhost:\d+\/about$/),
      user_agent: expect.stringContaining('Chrome'),
      timestamp: expect.any(String),
      environment: 'production',
      version: 'unknown',
    })
    expect(errors.some(({ properties }) => properties.request_id === 'r-42')).toBe(true)
    // The library's own capture, bundled with it, sees them too.
    await expect.poll(async () => (await sent.named('$exception')).length, patient).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(await sent.all())).not.toMatch(/aliya|Часто|Алия|123.?45|77011234567|72\.5/)
  })

  test('of a component is reported where the error screen is shown', async ({ page, request }) => {
    const sent = new SentEvents(page, request)
    await page.route('**/assets/about-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default function About() { throw new Error("cannot be drawn") }',
      }),
    )
    await page.goto('/')
    // Until then the link would open the page anew.
    await expect(page.locator('html[data-ready]')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'О нас' }).click()
    await expect(page.getByRole('heading', { name: 'Страница споткнулась' })).toBeVisible()

    await expect.poll(() => sent.errorTypes(), patient).toEqual(['react_error_boundary'])
    expect(await messages(sent), 'one crash is one report').toHaveLength(1)
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect.poll(async () => (await sent.named('button_click')).length, patient).toBe(1)
    expect(await messages(sent), 'and the next one another').not.toHaveLength(1)
  })

  test('of a query is told by its key, not by whom it asked about', async ({ page, request, mailbox }) => {
    const sent = new SentEvents(page, request)
    await page.route('**/rest/v1/quiz_leads*', (route) => route.fulfill({ status: 500, json: {} }))
    await givenCabinet(page, mailbox, freshEmail(timur))
    await expect(page.getByText('Ошибка при загрузке данных профиля')).toBeVisible()

    await expect.poll(async () => (await sent.named('unhandled_query_error')).length, patient).toBe(1)
    expect((await sent.named('unhandled_query_error'))[0]?.properties).toMatchObject({
      query_key: 'leads/latest',
      url: expect.stringMatching(/\/profile$/),
      timestamp: expect.any(String),
    })
  })

  test('waits on the device while analytics cannot load, and is sent when it can', async ({
    page,
    request,
  }) => {
    const sent = new SentEvents(page, request)
    const waiting = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('yasny-den.errors') ?? '[]') as object[])
    await page.route('**/assets/posthog-client-*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.locator('html[data-ready]')).toBeVisible()
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('before analytics')
      }),
    )
    await expect
      .poll(waiting)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ error_type: 'global_error', stored_at: expect.any(String) }),
          expect.objectContaining({ error_type: 'posthog_initialization_failed' }),
        ]),
      )

    await page.unroute('**/assets/posthog-client-*.js')
    await page.goto('/about')
    await expect.poll(() => sent.errorTypes(), patient).toContain('posthog_initialization_failed')
    expect(await messages(sent)).toContainEqual(expect.stringContaining('before analytics'))
    expect((await sent.named('error_occurred'))[0]?.properties.stored_at).toEqual(expect.any(String))
    expect(await waiting()).toEqual([])
  })
})

async function messages(sent: SentEvents): Promise<string[]> {
  return (await sent.named('error_occurred')).map(({ properties }) => String(properties.message))
}
