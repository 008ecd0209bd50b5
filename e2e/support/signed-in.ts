import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { MailboxReader } from './fixtures.ts'
import { openKeeping } from './open-keeping.ts'

type Lead = { id: string; category: string; name: string; phone: string; ownership: string }

/** What the owner of an address finds in the database, asked as the cabinet asks: signed in, through the REST interface. */
export async function listLeads(
  request: APIRequestContext,
  mailbox: MailboxReader,
  email: string,
): Promise<Lead[]> {
  const { accessToken, apikey } = await signInByCode(request, mailbox, email)
  const response = await request.get(
    '/rest/v1/quiz_leads?select=id,category,name,phone,ownership&order=created_at.desc',
    {
      headers: { apikey, authorization: `Bearer ${accessToken}` },
    },
  )
  expect(response.status()).toBe(200)
  return response.json()
}

/** Signs in by a code from the sandbox's mailbox, without a browser. */
export async function signInByCode(request: APIRequestContext, mailbox: MailboxReader, email: string) {
  const apikey = await publishableKey(request)
  const session = await sessionByCode(request, mailbox, email)
  return { accessToken: session.access_token, refreshToken: session.refresh_token, apikey }
}

type Session = { access_token: string; refresh_token: string }

/** The session as the sign-in service answers it and a page keeps it. */
export async function sessionByCode(
  request: APIRequestContext,
  mailbox: MailboxReader,
  email: string,
): Promise<Session> {
  const apikey = await publishableKey(request)
  const headers = { apikey }
  const before = (await mailbox.mailsTo(email))[0]?.at ?? ''
  const asked = await request.post('/auth/v1/otp', { headers, data: { email, create_user: true } })
  expect(asked.status()).toBe(200)
  const token = await mailbox.codeFor(email, before)
  const verified = await request.post('/auth/v1/verify', { headers, data: { email, token, type: 'email' } })
  expect(verified.status()).toBe(200)
  return verified.json()
}

/** Signs a page in by a code from the sandbox's mailbox, without the dialog. */
export async function givenSession(page: Page, mailbox: MailboxReader, email: string): Promise<Session> {
  const session = await sessionByCode(page.request, mailbox, email)
  const kept = JSON.stringify(session)
  await page.addInitScript((value) => localStorage.setItem('supabase.auth.token', value), kept)
  return session
}

/**
 * Opens the cabinet of somebody who has signed in by a code, without the dialog: what the page keeps from then on is the page's,
 * so that signing out and tokens renewed are as they would be.
 */
export async function givenCabinet(page: Page, mailbox: MailboxReader, email: string): Promise<void> {
  const session = await sessionByCode(page.request, mailbox, email)
  await openKeeping(page, '/profile', 'supabase.auth.token', JSON.stringify(session))
  await expectCabinet(page)
}

/** The cabinet is there with its data, or says why it is not; before that, menus that were opened would go again. */
export async function expectCabinet(page: Page): Promise<void> {
  const failure = page.getByRole('heading', { name: 'Ошибка при загрузке данных профиля' })
  await expect(page.getByRole('tab', { name: 'Аккаунт' }).or(failure)).toBeVisible()
}

export async function publishableKey(request: APIRequestContext): Promise<string> {
  const config = (await (await request.get('/api/client-config')).json()) as { supabaseKey: string }
  return config.supabaseKey
}

/** The session that a page keeps, as text; null for none. */
export function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('supabase.auth.token'))
}
