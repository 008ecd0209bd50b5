import { isRecord } from '@app/domain/is-record'
import { fetchInTime } from '../deadline.ts'
import { isSessionEnd } from './session-end-codes.ts'

/**
 * Until when no renewal is asked for, in milliseconds since 1970: the client would ask eight times within 25 s, and a limit is everybody's at
 * one address.
 */
let waitsUntil = 0
/** For how long, where a limit does not say; and at most, since whoever answers may be no limit of ours. */
const usualWaitSeconds = 5
const longestWaitSeconds = 60

/**
 * `fetch` for the sign-in client, which drops a session whose renewal is answered with what it does not take for a server in trouble: a
 * limit, a portal's or a firewall's own page. Whatever neither renews a session nor ends it fails here as a lost network does, after which
 * the client keeps the session and tries again.
 */
export const fetchWithBackoff: typeof fetch = async (input, init) => {
  if (!String(input).includes('/token?grant_type=refresh_token')) return fetchInTime(input, init)
  if (Date.now() < waitsUntil) throw new TypeError('No renewal is asked for yet')
  const response = await fetchInTime(input, init)
  if (await isDecisive(response.clone())) return response
  if (response.status === 429) waitsUntil = Date.now() + secondsToWait(response) * 1000
  throw new TypeError(`A renewal was answered ${response.status}`)
}

async function isDecisive(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null)
  if (!isRecord(body)) return false
  if (response.ok) return typeof body.access_token === 'string'
  return isSessionEnd(body.error_code) || isSessionEnd(body.code)
}

function secondsToWait(response: Response): number {
  const asked = response.headers.get('retry-after') ?? ''
  return /^\d+$/.test(asked) ? Math.min(Number(asked), longestWaitSeconds) : usualWaitSeconds
}
