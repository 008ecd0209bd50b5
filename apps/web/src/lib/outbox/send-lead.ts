import type { SaveLeadRequest, SaveLeadResponse } from '@app/contracts/leads'
import type { SendLead } from './outbox.ts'

/** Long enough for a slow phone network, short enough that a dead one is tried again. */
const timeoutMs = 20_000

/** `POST {apiUrl}/leads`, as whoever is signed in. */
export function sendLeadTo(apiUrl: string, accessToken: () => Promise<string | null>): SendLead {
  return async (request: SaveLeadRequest) => {
    const token = await accessToken()
    const response = await fetch(`${apiUrl}/leads`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = response.ok ? await response.json().catch(() => null) : null
    return { status: response.status, body: isSaved(body) ? body : null }
  }
}

function isSaved(body: unknown): body is SaveLeadResponse {
  return (
    typeof body === 'object' && body !== null && 'resultToken' in body && typeof body.resultToken === 'string'
  )
}
