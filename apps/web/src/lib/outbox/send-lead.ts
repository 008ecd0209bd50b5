import type { ErrorCode } from '@app/contracts/error-codes'
import type { SaveLeadRequest, SaveLeadResponse } from '@app/contracts/leads'
import { isRecord } from '@app/domain/is-record'
import { endAfter } from '#web/lib/deadline.ts'
import type { Answer } from './delivery.ts'
import type { SendLead } from './outbox.ts'

/** Enough for slow networks, and short enough to retry dead ones. */
const timeoutMs = 20_000

/**
 * Creates the sender for `POST {apiUrl}/leads` with the user's session, or without one after it
 * ended. A conflicting id is replaced once. An already saved attempt is not sent again
 * (docs/decisions/quiz.md).
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
      signal: endAfter(timeoutMs),
      // The visitor may leave at once.
      keepalive: true,
    })
  return async (request: SaveLeadRequest, userId: string | null) => {
    let token = userId === null ? null : await tokenOf(userId)
    let answer = await read(await post(request, token))
    if (answer.status === 401 && token) {
      token = null
      answer = await read(await post(request, token))
    }
    const isTaken = answer.code === ('attempt_conflict' satisfies ErrorCode)
    if (isTaken) answer = await read(await post({ ...request, attemptId: contactOwnerId(request) }, token))
    return token ? { ...answer, userId } : answer
  }
}

/** Rejects when the answer was cut off: what it refuses, and whether it did, is not known then. */
async function read(response: Response): Promise<Answer> {
  const body = parse(await response.text())
  return {
    status: response.status,
    body: response.ok && isSaveLeadResponse(body) ? body : null,
    ...(!response.ok && isRecord(body) && { code: body.code }),
  }
}

/**
 * An id that follows from the one in use and from what is sent: sent again after its answer was
 * lost, also by another page, it is the same one, and saves no second lead.
 */
function contactOwnerId({ attemptId, answers, contact }: SaveLeadRequest): string {
  let hash = 0
  for (const letter of JSON.stringify([answers, contact])) {
    hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  }
  return attemptId.slice(0, -8) + (hash >>> 0).toString(16).padStart(8, '0')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isSaveLeadResponse(body: unknown): body is SaveLeadResponse {
  return isRecord(body) && typeof body.resultToken === 'string'
}
