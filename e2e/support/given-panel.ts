import type { APIRequestContext, Page } from '@playwright/test'
import type { MailboxReader } from './fixtures.ts'
import { PanelPage } from './panel-page.ts'
import { twiceProvenSession } from './second-factor.ts'

type Given = { page: Page; request: APIRequestContext; mailbox: MailboxReader }

const sessionKey = 'supabase.auth.token'
const sessions = new Map<string, string>()

/**
 * The panel, opened by an owner of `playwright.config.ts`. Two tests that ask for a code for one address at once
 * would take it from each other, so every file has an owner of its own and runs its tests in turn.
 */
export async function givenPanel({ page, request, mailbox }: Given, admin: string): Promise<PanelPage> {
  const session = sessions.get(admin) ?? JSON.stringify(await twiceProvenSession(request, mailbox, admin))
  sessions.set(admin, session)
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [sessionKey, session] as const)
  const panel = new PanelPage(page)
  await panel.open()
  return panel
}

/** The token the page holds. */
export function accessToken(page: Page): Promise<string> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').access_token, sessionKey)
}

/** Lets the tests that follow open the panel with the session the page holds. */
export async function keepSession(page: Page, admin: string): Promise<void> {
  sessions.set(admin, await page.evaluate((key) => localStorage.getItem(key) ?? '', sessionKey))
}
