import { aigerim, freshEmail } from '@app/testing/people'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
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
    await page.keyboard.press('Escape')
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
    // A file of the site: a page of it would see the session's end at once, and leave before it is told to.
    await page.goto('/favicon.png')
    await endSessions(request, page)
    await page.evaluate((answers) => {
      const session = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}')
      const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }
      const result = { attemptId: crypto.randomUUID(), name: 'Айгерим', answers }
      localStorage.setItem('supabase.auth.token', JSON.stringify(expired))
      localStorage.setItem('yasny-den.checklist', JSON.stringify({ A2: [] }))
      sessionStorage.setItem('yasny-den.result', JSON.stringify(result))
    }, aigerim.answers)

    await page.goto('/profile')
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(left.filter((key) => /auth\.token|checklist|result/.test(key))).toEqual([])
  })
})

/** Ends every session of whoever is signed in on this page, as another device of theirs does. */
async function endSessions(request: APIRequestContext, page: Page) {
  const { access_token: token } = JSON.parse((await storedSession(page)) ?? '{}')
  const headers = { apikey: await publishableKey(request), authorization: `Bearer ${token}` }
  expect((await request.post('/auth/v1/logout?scope=global', { headers })).status()).toBe(204)
}
