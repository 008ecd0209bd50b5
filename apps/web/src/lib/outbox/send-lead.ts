import type { SaveLeadRequest, SaveLeadResponse } from '@app/contracts/leads'
import { isRecord } from '@app/domain/is-record'
import type { SendLead } from './outbox.ts'

/** Long enough for a slow phone network, short enough that a dead one is tried again. */
const timeoutMs = 20_000

/**
 * `POST {apiUrl}/leads`, as the attempt's own person while they are signed in, else as a visitor. When their session turns out
 * to have ended, it goes once more as a visitor's: it finds its account by the e-mail in it, and is not lost.
 */
export function sendLeadTo(apiUrl: string, tokenOf: (userId: string) => Promise<string | null>): SendLead {
  const post = (request: SaveLeadRequest, token: string | null) =>
    fetch(`${apiUrl}/leads`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
    })
  return async (request: SaveLeadRequest, userId: string | null) => {
    const token = userId === null ? null : await tokenOf(userId)
    const first = await post(request, token)
    const response = first.status === 401 && token ? await post(request, null) : first
    const body: unknown = response.ok ? await response.json().catch(() => null) : null
    return { status: response.status, body: isSaved(body) ? body : null }
  }
}

function isSaved(body: unknown): body is SaveLeadResponse {
  return isRecord(body) && typeof body.resultToken === 'string'
}
