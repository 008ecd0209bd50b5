import { aigerim, freshEmail } from '@app/testing/people'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { pressEscape } from './support/press-escape.ts'
import { givenCabinet, publishableKey, storedSession } from './support/signed-in.ts'

test('signing out in one tab signs the other out', async ({ page, mailbox }) => {
  await givenCabinet(page, mailbox, freshEmail(aigerim))
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: /^Меню/ })).toBeVisible()
  await page.getByRole('button', { name: /^Меню/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await expect(other.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
})

test.describe('a session that was ended elsewhere', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource.*40[013]/] })

  test('leads back to the sign-in, and says why', async ({ page, browser, request, mailbox }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    const storageState = await page.context().storageState()
    const elsewhere = await browser.newContext({ storageState })
    const other = await elsewhere.newPage()
    await other.goto('/profile')
    await other.getByRole('button', { name: /^Меню/ }).waitFor()
    await endSessions(request, other)
    await elsewhere.close()

    await page.reload()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
    expect(await storedSession(page)).toBeNull()
    await pressEscape(page)
    await expect(page.getByRole('heading', { name: 'Здесь живут ваши результаты' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Меню/ })).toBeHidden()
  })

  test('sells nothing to a stranger: the pay button leads back to the sign-in', async ({
    page,
    request,
    mailbox,
  }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(aigerim.answers))}`)
    const pay = page.getByRole('button', { name: 'Записаться на консультацию' })
    await pay.waitFor()
    await page.getByRole('button', { name: /^Меню/ }).waitFor()
    await endSessions(request, page)

    await pay.click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
    await expect(page).toHaveURL(/\/profile$/)
    expect(await storedSession(page)).toBeNull()
  })

  test('takes its person with it when its token has run out meanwhile', async ({
    page,
    request,
    mailbox,
  }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    await expireToken(page)
    await endSessions(request, page)
    await page.evaluate((answers) => {
      const result = { attemptId: crypto.randomUUID(), name: 'Айгерим', answers }
      localStorage.setItem('yasny-den.checklist', JSON.stringify({ A2: [] }))
      sessionStorage.setItem('yasny-den.result', JSON.stringify(result))
    }, aigerim.answers)

    await page.goto('/profile')
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(left.filter((key) => /auth\.token|checklist|result/.test(key))).toEqual([])
  })

  test('is told of by the fresh page, not by the one that it replaces', async ({
    page,
    request,
    mailbox,
  }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    await expireToken(page)
    await endSessions(request, page)
    // The page's header comes when the browser is idle: on a busy phone once the page is being replaced, which takes a while here.
    await page.addInitScript((key) => {
      const whenIdle = window.requestIdleCallback.bind(window)
      const isLeft = () => sessionStorage.getItem(key) !== null
      if (isLeft()) return
      window.requestIdleCallback = (callback) => {
        const started = setInterval(() => {
          if (!isLeft()) return
          clearInterval(started)
          whenIdle(callback)
        }, 20)
        return 0
      }
    }, flashMessage)
    let opened = 0
    await page.route('/profile', async (route) => {
      opened += 1
      if (opened > 1) await new Promise((resolve) => setTimeout(resolve, 2000))
      await route.continue()
    })
    await page.goto('/profile', { waitUntil: 'commit' })
    await expect.poll(() => opened).toBe(2)
    await page.waitForTimeout(2500)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
  })

  test('is told of in every tab, where it stands', async ({ page, request, mailbox }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    const other = await page.context().newPage()
    await other.goto('/profile')
    await expect(other.getByRole('tab', { name: 'Аккаунт' })).toBeVisible()
    await endSessions(request, page)
    await other.reload()
    for (const tab of [other, page]) {
      await expect(tab.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
      await expect(tab).toHaveURL(/\/profile$/)
    }
  })

  test('is told of until that is closed', async ({ page, request, mailbox }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    await expireToken(page)
    await endSessions(request, page)
    await page.goto('/profile')
    const alert = page.getByRole('dialog').getByRole('alert')
    await expect(alert).toHaveText('Вход закончился, войдите снова.')
    await page.reload()
    await expect(alert).toHaveText('Вход закончился, войдите снова.')
    await pressEscape(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await page.evaluate((key) => sessionStorage.getItem(key), flashMessage)).toBeNull()
  })
})

test.describe('a renewal that is answered by others', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource.*4(03|29)/] })

  for (const [who, status, body] of [
    ['too many requests at one address', 429, '{"code":429,"error_code":"over_request_rate_limit"}'],
    ['a firewall', 403, '<h1>Forbidden</h1>'],
  ] as const) {
    test(`takes nobody's session: ${who}`, async ({ page, mailbox }) => {
      await givenCabinet(page, mailbox, freshEmail(aigerim))
      await expireToken(page)
      const asked = Promise.withResolvers<void>()
      await page.route('**/auth/v1/token*', async (route) => {
        await route.fulfill({ status, body, headers: { 'retry-after': '1' } })
        asked.resolve()
      })
      await page.goto('/profile')
      await asked.promise
      await page.unroute('**/auth/v1/token*')
      await expect(page.getByRole('button', { name: /^Меню/ })).toBeVisible()
      await expectRenewed(page)
    })
  }
})

test.describe('what others say of a session', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource.*40[13]/] })

  test('takes it from nobody: a firewall, where the site has refused', async ({ page, mailbox }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    const asked = Promise.withResolvers<void>()
    await page.route('**/rest/v1/**', (route) =>
      route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'JWT expired' } }),
    )
    await page.route('**/auth/v1/user', async (route) => {
      await route.fulfill({ status: 403, json: { code: 403, message: 'Blocked' } })
      asked.resolve()
    })
    await page.reload()
    await asked.promise
    await expect(page.getByRole('heading', { name: 'Ошибка при загрузке данных профиля' })).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Аккаунт' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Меню/ })).toBeVisible()
  })
})

const flashMessage = 'yasny-den.farewell'

/**
 * Has the token of whoever is signed in have run out. On a file of the site: a page of it would see that at once, and do something about it
 * before it is to.
 */
async function expireToken(page: Page) {
  await page.goto('/favicon.png')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}')
    const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }
    localStorage.setItem('supabase.auth.token', JSON.stringify(expired))
  })
}

async function expectRenewed(page: Page) {
  await expect
    .poll(async () => JSON.parse((await storedSession(page)) ?? '{}').expires_at ?? 0)
    .toBeGreaterThan(Date.now() / 1000)
}

/** Ends every session of whoever is signed in on this page, as another device of theirs does. */
async function endSessions(request: APIRequestContext, page: Page) {
  const { access_token: token } = JSON.parse((await storedSession(page)) ?? '{}')
  const headers = { apikey: await publishableKey(request), authorization: `Bearer ${token}` }
  expect((await request.post('/auth/v1/logout?scope=global', { headers })).status()).toBe(204)
}
