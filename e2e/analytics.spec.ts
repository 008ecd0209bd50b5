import { aigerim, freshEmail, type Person, timur } from '@app/testing/people'
import type { APIRequestContext, Page } from '@playwright/test'
import { buySubscription } from './support/buy-subscription.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { QuizPage } from './support/quiz-page.ts'
import { type SentEvent, SentEvents } from './support/sent-events.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { secretsOf, toldText } from './support/told-secrets.ts'

const patient = { timeout: 20_000 }

/** How long the woman stays on the step that only women see. */
const unseenMs = 4_000

/** Takes the whole quiz and answers everything that was sent of it. */
async function takeQuiz(page: Page, request: APIRequestContext, person: Person, result: string) {
  const email = freshEmail(person)
  const quiz = new QuizPage(page)
  const sent = new SentEvents(page, request)
  const posts = postsOf(page)
  const begunAt = Date.now()
  await quiz.open('/?utm_source=instagram&name=%D0%90%D0%BB%D0%B8%D1%8F')
  await quiz.walk(person, { until: 'dominant-emotion' })
  expect(posts.count, 'nothing is told before it is known whom it would tell of').toBe(0)
  const isHers = person.answers.gender === 'female'
  if (isHers) {
    await quiz.walk(person, { from: 'dominant-emotion', until: 'before-menstruation' })
    await page.waitForFunction((since) => Date.now() - since > 0, Date.now() + unseenMs)
  }
  await quiz.walk(person, { from: isHers ? 'before-menstruation' : 'dominant-emotion' })
  await quiz.fillContact(person, email)
  await quiz.submit.click()
  await expect(quiz.result(result)).toBeVisible()
  const tookMs = Date.now() - begunAt
  await expect.poll(async () => (await sent.named('quiz_completed')).length, patient).toBe(1)
  // Leaving tells what is still to be told.
  await page.goto('/about')
  await expect.poll(async () => (await sent.named('$pageleave')).length, patient).toBeGreaterThan(0)
  return { email, tookMs, posts: posts.count, events: await sent.all() }
}

/** Counts what this page posts to the provider, whose first answer is a failure and whose others are slow. */
function postsOf(page: Page): { count: number } {
  const posts = { count: 0 }
  void page.route('**/sandbox/analytics/e/**', async (route) => {
    posts.count += 1
    if (posts.count === 1) return route.fulfill({ status: 503, body: '' })
    const answer = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 500))
    return route.fulfill({ response: answer }).catch(() => {})
  })
  return posts
}

test.describe('two people who answer everything differently', () => {
  test.use({ expectedConsoleErrors: [/status of 503/] })

  test('are told by their steps, once each, and cannot be told apart', async ({ browser, request }) => {
    test.setTimeout(120_000)
    const [hers, his] = await Promise.all(
      (
        [
          [aigerim, 'A2'],
          [timur, 'C2'],
        ] as const
      ).map(async ([person, result]) => {
        const context = await browser.newContext()
        const taken = await takeQuiz(await context.newPage(), request, person, result)
        await context.close()
        return { ...taken, person, result }
      }),
    )
    if (!hers || !his) throw new Error('nobody took the quiz')

    for (const { events, posts, person, email, result } of [hers, his]) {
      const names = events.map(({ event }) => event)
      const steps = (name: string) =>
        events.filter(({ event }) => event === name).map(({ properties }) => properties.step_id)
      expect(names).toContain('$pageview')
      // Of the 25 steps one is shown to women only, so seeing it is an answer.
      expect(steps('quiz_step_viewed')).toHaveLength(24)
      expect(steps('quiz_step_completed')).toHaveLength(24)
      expect(steps('quiz_step_completed')).not.toContain('before-menstruation')
      expect(names.filter((name) => name === 'diagnostic_question_answered')).toHaveLength(22)
      expect(names).toContain('contact_form_submitted')
      expect(events.find(({ event }) => event === 'quiz_completed')?.properties).toMatchObject({
        category: null,
        gender: null,
        age: null,
        goals: null,
        consultation_interest: null,
        total_steps: 25,
        total_time_seconds: expect.any(Number),
        has_email: true,
      })
      expect(posts, 'events travel together').toBeLessThan(events.length / 3)

      const text = toldText(events)
      for (const secret of secretsOf(person, email, result)) expect(text).not.toContain(secret)
      for (const { properties } of events) {
        const url = properties.$current_url
        if (url !== undefined) expect(url).toMatch(/^http:\/\/localhost:\d+\/(about)?$/)
      }
    }
    // Batches overtake each other on their way; the order of the steps is everybody's anyway.
    const [hersTold, hisTold] = [hers, his].map(({ events }) => events.flatMap(withoutTimes).sort())
    expect(hersTold?.length).toBeGreaterThan(70)
    expect(hisTold).toEqual(hersTold)

    // What she spent on the step nobody hears of is in no time that was told.
    const times = hers.events
      .filter(({ event }) => event.startsWith('quiz_'))
      .map(({ rest }) => Date.parse(String(rest.timestamp)))
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(hers.tookMs - unseenMs)
    const completed = hers.events.find(({ event }) => event === 'quiz_completed')
    expect(Number(completed?.properties.total_time_seconds) * 1000).toBeLessThan(hers.tookMs - unseenMs + 500)
  })
})

/** An event as it would be the same for anybody who walks the same way: without ids, times and places. */
function withoutTimes({ event, properties }: SentEvent): string[] {
  // Taken by themselves and on leaving, in no order of the quiz's.
  if (event.startsWith('$')) return []
  const own = Object.entries(properties).filter(
    ([name]) => !/^(\$|token$|distinct_id$|time|total_time)/.test(name),
  )
  return [JSON.stringify([event, Object.fromEntries(own)])]
}

test('signing in, buying and leaving are told of a user without a name', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  // What is still being packed when a page is left is lost with it, so nothing is packed by a stream.
  await page.addInitScript(() => {
    window.CompressionStream = class {
      readable = new ReadableStream()
      writable = new WritableStream()
    } as typeof CompressionStream
  })
  // A wrong code is tried on purpose.
  expectedConsoleErrors.push(/status of 403/)
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  const sent = new SentEvents(page, request)
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.askForCode(address)
  await signIn.code.fill('000000')
  await signIn.submit.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn.enterCode(address)

  await buySubscription(page)
  await expect.poll(async () => (await sent.named('button_click')).length, patient).toBe(2)

  const userId = await page.evaluate(
    () => JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}').user.id as string,
  )
  const purchases = async () =>
    (await sent.everything()).filter(
      ({ event, distinctId }) => event === 'purchase_completed' && distinctId === userId,
    )
  // The server tells of it by a job of its own.
  await expect.poll(async () => (await purchases()).length, patient).toBe(1)
  expect((await purchases())[0]?.properties).toMatchObject({ product: 'subscription', amount_tenge: 5000 })

  await page.getByRole('button', { name: /^Меню/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await expect.poll(async () => (await sent.named('logout')).length, patient).toBe(1)
  const events = await sent.all()
  const told = (name: string) => events.filter(({ event }) => event === name)
  const method = { method: 'code', email_domain: 'other' }
  expect(told('auth_attempt').map(({ properties }) => properties)).toMatchObject([method])
  expect(told('auth_failure')[0]?.properties).toMatchObject({ ...method, reason: 'otp_expired' })
  expect(told('auth_success')[0]?.properties).toMatchObject(method)
  expect(told('form_submitted').map(({ properties }) => properties.form)).toContain('login_code')
  expect(told('profile_viewed')[0]?.properties.source).toBe('latest')
  const signedIn = { button: 'sign_in', place: 'header' }
  expect(told('button_click').map(({ properties }) => properties)).toMatchObject([
    signedIn,
    { button: 'start_program', place: 'profile-pricing', product: 'subscription' },
  ])
  expect(told('$identify')[0]).toMatchObject({ distinctId: userId, rest: { $set: { locale: 'ru-RU' } } })
  expect(told('logout')[0]?.distinctId).toBe(userId)

  const text = JSON.stringify([...events, ...(await purchases())])
  for (const secret of secretsOf(aigerim, address, 'A2')) expect(text).not.toContain(secret)
  expect(text).not.toContain('example.kz')
})

test.describe('an error of each kind', () => {
  test.use({ expectedConsoleErrors: [/./] })

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
    // A page that is left while React takes it over is reported by React as well, which has then recovered.
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
    await new SignInPage(page, mailbox).signIn(freshEmail(timur))
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

test('a visitor who opts out is not counted from that moment, and may come back', async ({
  page,
  request,
}) => {
  const sent = new SentEvents(page, request)
  await page.goto('/privacy')
  const choice = page.getByRole('checkbox', { name: 'Учитывать мои посещения в статистике' })
  await expect(choice).toBeChecked()
  await expect.poll(async () => (await sent.named('$pageview')).length, patient).toBe(1)
  const tab = await page.context().newPage()
  await tab.goto('/about')
  await expect.poll(async () => (await sent.named('$pageview')).length, patient).toBe(2)
  await choice.uncheck({ force: true })
  expect(await keptForAnalytics(page)).toEqual([])
  const before = (await sent.all()).length

  await tab.getByRole('contentinfo').getByRole('link', { name: 'Условия' }).click()
  await expect(tab).toHaveURL(/\/terms$/)
  // Whatever waited to be sent would be sent now.
  await tab.goto('about:blank')

  const asked = askedOfAnalytics(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'О нас' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await page.reload()
  await allLoaded(page)
  expect((await sent.all()).length).toBe(before)
  expect(asked).toEqual([])
  expect(await keptForAnalytics(page)).toEqual([])

  await page.goto('/privacy')
  await choice.check({ force: true })
  await page.getByRole('contentinfo').getByRole('link', { name: 'О нас' }).click()
  const anew = new SentEvents(page, request)
  await expect.poll(async () => (await anew.named('$pageview')).length, patient).toBeGreaterThan(0)
})

test('of the address somebody came by, the device keeps the site and the owner’s marks', async ({
  page,
  request,
  expectedConsoleErrors,
}) => {
  // There is no such result.
  expectedConsoleErrors.push(/status of 404/)
  const answers = encodeURIComponent(JSON.stringify(aigerim.answers))
  await page.goto(`/profile?data=${answers}&utm_source=instagram&name=Aliya`)
  const sent = new SentEvents(page, request)
  await expect.poll(async () => (await sent.named('profile_viewed')).length, patient).toBe(1)
  await page.goto(`/profile?result=3fGh_29dkKq0ZmXv71Lt-bPw5RyAe8Uc`)
  await expect.poll(async () => (await sent.named('profile_viewed')).length, patient).toBe(2)

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toContain('ph_phc_sandbox_posthog')
  expect(kept).not.toMatch(/healthIssues|data=|3fGh_29dkKq0ZmXv|result=|Aliya/)
  expect((await sent.named('profile_viewed'))[0]?.properties.$session_entry_utm_source).toBe('instagram')
})

test('a payment that failed is told, and the ways on from there', async ({ page, request }) => {
  const sent = new SentEvents(page, request)
  await page.goto('/payment_failed')
  await expect.poll(() => sent.errorTypes(), patient).toEqual(['payment_failed'])
  // WhatsApp is not asked anything from here.
  await page.context().route('https://wa.me/**', (route) => route.abort())
  await page
    .getByRole('main')
    .getByRole('link', { name: /поддержк/i })
    .click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /ещё раз|снова|Повторить/i })
    .click()
  const buttons = async () => (await sent.named('button_click')).map(({ properties }) => properties.button)
  await expect.poll(buttons, patient).toEqual(['support', 'try_again'])
  await page.getByRole('main').getByRole('button', { name: 'Войти', exact: true }).click()
  await expect.poll(buttons, patient).toEqual(['support', 'try_again', 'sign_in'])
})

test('a browser that asks not to be tracked is not', async ({ browser }) => {
  const context = await browser.newContext()
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const page = await context.newPage()
  const asked = askedOfAnalytics(page)
  await page.goto('/privacy')
  await expect(page.getByText('Ваш браузер просит сайты не следить за вами')).toBeVisible()
  await allLoaded(page)

  expect(asked).toEqual([])
  await context.close()
})

test('without a key nothing is loaded and nothing breaks', async ({ page }) => {
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"posthogKey":"phc_sandbox"', '"posthogKey":null')
    return route.fulfill({ response, body })
  })
  const asked = askedOfAnalytics(page, /runtime-|posthog|sandbox\/analytics/)
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(timur, { until: 'weight' })
  await allLoaded(page)

  expect(asked).toEqual([])
  expect(await keptForAnalytics(page)).toEqual([])
})

/** What a page asks of the provider, or loads for it, from now on. */
function askedOfAnalytics(page: Page, of = /posthog|sandbox\/analytics/): string[] {
  const asked: string[] = []
  page.on('request', (made) => {
    if (of.test(made.url())) asked.push(made.url())
  })
  return asked
}

/** Everything that comes when the browser is idle has come: the network is quiet, and so is the browser. */
async function allLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
  await page.waitForLoadState('networkidle')
}

function keptForAnalytics(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /ph_|errors/.test(key)),
  )
}

test('a person reads what arrived', async ({ page }) => {
  await page.goto('/sandbox/analytics')
  await expect(page.getByRole('heading', { name: 'Статистика песочницы' })).toBeVisible()
})
