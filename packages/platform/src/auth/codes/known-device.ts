import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressGroup } from '../../limits/limit-addresses.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import type { CodeRequester } from './code.ts'

/** The name of the device cookie. */
const deviceCookie = 'known-device'

const deviceLifetimeSeconds = 90 * 86_400

type Context = Pick<AuthContext, 'keys' | 'settings'>

/**
 * Identifies the requester of a code. A known device counts only for its own address, and no
 * account is looked up.
 */
export function identifyRequester(
  context: Context,
  address: string,
  { ip, deviceCookieValue }: Origin,
): CodeRequester {
  const device = deviceCookieValue && readDeviceId(context, address, deviceCookieValue)
  return device ? { name: `device ${device}`, isKnown: true } : { name: addressGroup(ip), isKnown: false }
}

/**
 * Returns the cookie of a device after a sign-in. It grants no access, but spares the device the
 * limits caused by strangers.
 */
export function deviceCookieFor(
  context: Context,
  { address, sessionId }: { address: string; sessionId: string },
): string {
  const endsAt = Math.floor(Date.now() / 1000) + deviceLifetimeSeconds
  const mark = [sessionId, endsAt, sign(context, address, sessionId, endsAt)].join('.')
  const secure = context.settings.externalUrl.startsWith('https:') ? '; Secure' : ''
  return `${deviceCookie}=${mark}; Path=/auth/v1; Max-Age=${deviceLifetimeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** Returns the value of the cookie in a `Cookie` header. */
export function deviceCookieValueIn(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === deviceCookie && value) return value
  }
  return null
}

function readDeviceId(context: Context, address: string, mark: string): string | null {
  const [id = '', ends = '', given = ''] = mark.split('.')
  const endsAt = Number(ends)
  if (!Number.isSafeInteger(endsAt) || endsAt * 1000 <= Date.now()) return null
  const known = Buffer.from(sign(context, address, id, endsAt))
  const shown = Buffer.from(given)
  return shown.length === known.length && timingSafeEqual(shown, known) ? id : null
}

function sign({ keys }: Context, address: string, id: string, endsAt: number): string {
  return createHmac('sha256', keys.pepper).update(`device ${address}\n${id}\n${endsAt}`).digest('base64url')
}
