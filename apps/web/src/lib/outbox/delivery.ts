import { type ErrorCode, errorCodes } from '@app/contracts/error-codes'
import type { SaveLeadResponse } from '@app/contracts/leads'

/**
 * The saving of an attempt. `waiting` is retried, `refused` is not. A result saved to another
 * account has no token.
 */
export type Delivery =
  | { status: 'sending' }
  | { status: 'waiting' }
  | { status: 'saved'; resultToken?: string }
  | { status: 'refused'; httpStatus: number }

/** The body is there on success, the code where the server names one, the user where it was sent as theirs in the end. */
export type Answer = { status: number; body: SaveLeadResponse | null; code?: unknown; userId?: string | null }

/** Returns the state of the attempt after the server's answer, or its absence. */
export function afterAnswer(answer: Answer | null): Delivery {
  if (!answer) return { status: 'waiting' }
  const { status, body, code } = answer
  if (status >= 200 && status < 300) {
    // A success without the body we know came from something in between, such as a hotel's sign-in
    // page.
    return body ? { status: 'saved', resultToken: body.resultToken } : { status: 'waiting' }
  }
  if (code === ('attempt_saved' satisfies ErrorCode)) return { status: 'saved' }
  // A refusal without a code of ours came from something in between, too: a portal, a firewall, a
  // half-done deploy.
  const isOurs = errorCodes.some((known) => known === code)
  const isFinal = isOurs && status >= 400 && status < 500 && status !== 408 && status !== 429
  return isFinal ? { status: 'refused', httpStatus: status } : { status: 'waiting' }
}

/** Three seconds, doubling with each failure up to two minutes. */
export function retryDelayMs(failures: number): number {
  return Math.min(3000 * 2 ** failures, 120_000)
}
