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

/** The time that the woman stays on the step that only women see. */
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
  // Whose request the network lost, and is sent again, is nothing that they answered.
  if (properties.error_type === 'lead_save_failed') return []
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

test('a person reads what arrived', async ({ page }) => {
  await page.goto('/sandbox/analytics')
  await expect(page.getByRole('heading', { name: 'Статистика песочницы' })).toBeVisible()
})
