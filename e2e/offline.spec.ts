import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { layoutTexts } from '@app/content/ru/ui/layout'
import { profileTexts } from '@app/content/ru/ui/profile'
import { aigerim, freshEmail } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { expectFitForEveryone } from './support/everyone.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { openKeeping } from './support/open-keeping.ts'
import { QuizPage } from './support/quiz-page.ts'
import { expectCabinet, givenCabinet, sessionByCode } from './support/signed-in.ts'

test.use({
  serviceWorkers: 'allow',
  expectedConsoleErrors: [/net::ERR|Failed to load resource|Failed to fetch/],
})

/** Once it is active, it has everything the quiz needs. */
const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** A store that is there before the worker's, as of a version that was not forgotten to the end. */
async function leaveOlderPage(page: Page) {
  await page.goto('/favicon.png')
  await page.evaluate(async () => (await caches.open('older')).put('/', new Response('yesterday')))
}

test('once opened, the quiz works with no network, and what it ends with is sent when there is one', async ({
  page,
  context,
}) => {
  await leaveOlderPage(page)
  await givenQuizAt(page, 'consultation', aigerim)
  await workerReady(page)
  await context.setOffline(true)
  await page.reload()
  const quiz = new QuizPage(page)
  await quiz.option('consultation', 'yes').click({ force: true })
  await quiz.expectAt('contact')
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  await expect(quiz.result('A2')).toBeVisible()
  await expect(page.getByText(/^Результат сохраним, как только появится связь/)).toBeVisible()
  await expectFitForEveryone(page, 'a result with no network')

  await context.setOffline(false)
  await expect(page.getByText(/^Результат сохранён/)).toBeVisible()
})

/** Stands between browser and site, as networks do: passes everything on, or answers 502, or never. Its address, and how to set it. */
async function givenNetwork(siteUrl: string) {
  let state: 'fine' | 'broken' | 'hangs' = 'fine'
  const proxy = createServer((incoming, outgoing) => {
    if (state === 'hangs') return
    if (state === 'broken') return outgoing.writeHead(502).end('Bad Gateway')
    const { method, headers, url = '/' } = incoming
    const passed = ask(new URL(url, siteUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed.on('error', () => outgoing.destroy()))
  })
  await new Promise<void>((resolve) => proxy.listen(0, resolve))
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}/`,
    become: (next: typeof state) => {
      state = next
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

test('a network that hangs, or answers for the server that it is away, keeps nobody from the quiz', async ({
  page,
  baseURL,
}) => {
  const network = await givenNetwork(baseURL ?? '')
  await page.goto(network.url)
  await workerReady(page)
  for (const state of ['broken', 'hangs'] as const) {
    network.become(state)
    await page.goto(network.url)
    await expect(new QuizPage(page).step('welcome')).toBeVisible()
  }
  network.close()
})

test('a cabinet opened with no network says so, and opens by itself once there is one', async ({
  page,
  context,
  mailbox,
}) => {
  await givenCabinet(page, mailbox, freshEmail(aigerim))
  await workerReady(page)
  // Whatever it takes to ask is on the device now.
  await page.reload()
  await expectCabinet(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^Похоже, пропала связь\. Кабинет откроется/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('tab', { name: 'Аккаунт' })).toBeVisible()
})

test('a page that is not kept says what it waits for, and greets nobody in the cabinet’s place', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await workerReady(page)
  await page.goto('/about')
  await context.setOffline(true)
  await page.goto('/terms')
  await expect(page.getByText(layoutTexts.late).filter({ visible: true })).toBeVisible()
  await expect(page.getByRole('button', { name: profileTexts.takeTest })).toBeHidden()
  await expect(page).toHaveTitle(/^Ясный день/)
})

test('the worker answers for no call to the server', async ({ page }) => {
  await page.goto('/about')
  await workerReady(page)
  await page.goto('/about')
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  expect(await page.evaluate(async () => (await fetch('/api/health')).ok)).toBe(true)
  const kept = await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toEqual(expect.arrayContaining(['/', '/profile']))
  expect(kept.filter((path) => /^\/(api|auth|rest)|panel/.test(path))).toEqual([])
})

test.describe('without the worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a link pressed while the network hangs leads on at once, to a page that says what it waits for', async ({
    page,
  }) => {
    // Taken and never answered. Nothing tells the browser that it is offline.
    await page.route(/\/assets\/profile-/, () => {})
    await page.goto('/about')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Личный кабинет' }).click()
    await expect(page.getByText(/^Связь слабая или пропала\. Продолжим/)).toBeVisible()
    await expect(page.getByRole('heading', { name: /О нас/ })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a cabinet whose answer hangs says what it waits for', async ({ page, mailbox }) => {
    await page.route('**/rest/v1/quiz_leads**', () => {})
    const session = await sessionByCode(page.request, mailbox, freshEmail(aigerim))
    await openKeeping(page, '/profile', 'supabase.auth.token', JSON.stringify(session))
    await expect(page.getByText('Загружаем кабинет')).toBeAttached()
    await expect(page.getByText(/^Связь слабая или пропала\. Продолжим/)).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a step whose script is out of reach says so in Russian, and comes by itself', async ({ page }) => {
    let isOffline = true
    const lose = (url: RegExp) =>
      page.route(url, (route) => (isOffline ? route.abort('internetdisconnected') : route.continue()))
    const quiz = new QuizPage(page)
    await lose(/\/assets\/all-later-steps-/)
    await givenQuizAt(page, 'height', aigerim)
    let probes = 0
    await page.route('**/', (route) => {
      probes += 1
      return isOffline ? route.abort('internetdisconnected') : route.continue()
    })
    await expect(page.getByText(/^Связь слабая или пропала\. Ответы целы/)).toBeVisible()
    await expectFitForEveryone(page, 'a step out of reach')
    await expect.poll(() => probes).toBeGreaterThan(1)
    await expect(page.getByRole('heading', { name: 'Страница споткнулась' })).toHaveCount(0)

    isOffline = false
    await quiz.expectAt('height')
    await expect(page.getByRole('textbox')).toHaveValue('165')
  })
})
