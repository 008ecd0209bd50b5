import type { PersonFacts } from '@app/domain/auth/display-name'
import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '../browser-storage.ts'
import { deviceKeys } from '../device/keys.ts'

/** The storage key of the sign-in client's session. */
export const sessionKey = deviceKeys.session

/** The signed-in user. */
export type Person = PersonFacts & { id: string }

/**
 * Reads who was signed in when the page was last open, without the sign-in client and without
 * asking anybody. Good for a header, no proof of anything: the client may find later that the
 * session has ended.
 */
export function peekPerson(store: KeyValueStore): Person | null {
  const session = readJson(store, sessionKey)
  if (!isRecord(session) || typeof session.refresh_token !== 'string') return null
  return toPerson(session.user)
}

/** The parts of an auth user that pages read; null for anything that is no user. */
export function toPerson(user: unknown): Person | null {
  if (!isRecord(user) || typeof user.id !== 'string') return null
  const meta = isRecord(user.user_metadata) ? user.user_metadata : {}
  return {
    id: user.id,
    email: textOf(user.email),
    user_metadata: {
      name: textOf(meta.name),
      full_name: textOf(meta.full_name),
      phone: textOf(meta.phone),
      phone_number: textOf(meta.phone_number),
    },
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
