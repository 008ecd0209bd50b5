import { isRecord } from '@app/domain/is-record'
import { fetchInTime } from '../deadline.ts'

/** What says to wait, and of the session nothing. */
const waitStatuses = [408, 425, 429]

/**
 * `fetch` for the sign-in client, which drops a session whose renewal is answered with anything but a server in trouble: too many requests of
 * others at the same address, a portal's or a firewall's own page. Those fail here as a lost network does, after which the client keeps
 * the session and tries again; a refusal of the service itself, which has a code of its own, gets through.
 */
export const fetchKeeping: typeof fetch = async (input, init) => {
  const response = await fetchInTime(input, init)
  if (response.status < 400 || !isRenewal(input) || (await isRefusal(response.clone()))) return response
  throw new TypeError(`A renewal was answered ${response.status}`)
}

function isRenewal(input: RequestInfo | URL): boolean {
  return String(input).includes('/token?grant_type=refresh_token')
}

/** Servers in trouble get through: the client knows them. */
async function isRefusal(response: Response): Promise<boolean> {
  if (response.status >= 500) return true
  if (waitStatuses.includes(response.status)) return false
  const body: unknown = await response.json().catch(() => null)
  return isRecord(body) && (typeof body.error_code === 'string' || typeof body.code === 'string')
}
