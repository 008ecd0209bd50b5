import { isRecord } from '@app/domain/is-record'
import { fetchInTime } from '../deadline.ts'
import { isSessionEnd } from './session-end-codes.ts'

/**
 * The end of the backoff, in milliseconds since 1970. The client would retry eight times within 25
 * s, and the rate limit is shared by an address.
 */
let waitUntilMs = 0
/**
 * The default backoff, and the longest one, because an answer may come from a server that is not
 * ours.
 */
const usualWaitSeconds = 5
const maxWaitSeconds = 60

/**
 * A `fetch` for the sign-in client that turns an indecisive answer to a token renewal into a
 * network error. The client would drop the session after a rate limit or the page of a proxy.
 */
export const fetchWithBackoff: typeof fetch = async (input, init) => {
  if (!String(input).includes('/token?grant_type=refresh_token')) return fetchInTime(input, init)
  if (Date.now() < waitUntilMs) throw new TypeError('No renewal is asked for yet')
  const response = await fetchInTime(input, init)
  if (await isDecisiveResponse(response.clone())) return response
  if (response.status === 429) waitUntilMs = Date.now() + secondsToWait(response) * 1000
  throw new TypeError(`A renewal was answered ${response.status}`)
}

async function isDecisiveResponse(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null)
  if (!isRecord(body)) return false
  if (response.ok) return typeof body.access_token === 'string'
  return isSessionEnd(body.error_code) || isSessionEnd(body.code)
}

function secondsToWait(response: Response): number {
  const asked = response.headers.get('retry-after') ?? ''
  return /^\d+$/.test(asked) ? Math.min(Number(asked), maxWaitSeconds) : usualWaitSeconds
}
