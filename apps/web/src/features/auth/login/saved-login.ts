import { signInRules } from '@app/contracts/sign-in'
import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import type { CodePurpose } from './login-state.ts'

/**
 * A mailed code whose dialog can be restored after a reload. `open`: asking for it; `closed`:
 * dismissed; `left`: another address was chosen.
 */
export type SavedLogin = {
  email: string
  purpose: CodePurpose
  /** Unix milliseconds from which another code may be asked for. */
  resendAt: number
  sentAt: number
  status: 'open' | 'closed' | 'left'
}

const codeLifetimeMs = signInRules.codeLifetimeSeconds * 1000

/** The code this tab waits for; null when there is none, or it is good no more. */
export function readLogin(tab: KeyValueStore, now: number): SavedLogin | null {
  const record = readJson(tab, tabKeys.login)
  if (!isSavedLogin(record)) return null
  return Math.abs(now - record.sentAt) < codeLifetimeMs ? record : null
}

export function saveLogin(tab: KeyValueStore, login: SavedLogin): void {
  tab.setItem(tabKeys.login, JSON.stringify(login))
}

/** The dialog no longer asks for the code that was mailed. */
export function markLoginClosed(tab: KeyValueStore, status: 'closed' | 'left', now: number): void {
  const login = readLogin(tab, now)
  if (login?.status === 'open') saveLogin(tab, { ...login, status })
}

export function clearLogin(tab: KeyValueStore): void {
  tab.removeItem(tabKeys.login)
}

function isSavedLogin(value: unknown): value is SavedLogin {
  if (!isRecord(value)) return false
  const { email, purpose, resendAt, sentAt, status } = value
  return (
    typeof email === 'string' &&
    (purpose === 'sign-in' || purpose === 'recovery') &&
    typeof resendAt === 'number' &&
    typeof sentAt === 'number' &&
    (status === 'open' || status === 'closed' || status === 'left')
  )
}
