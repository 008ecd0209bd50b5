import type { SaveLeadResponse } from '@app/contracts/leads'

/** How far the saving of one attempt got. `waiting` will be tried again, `refused` will not. */
export type Delivery =
  | { status: 'sending' }
  | { status: 'waiting' }
  | { status: 'saved'; resultToken: string }
  | { status: 'refused'; code: number }

type Answer = { status: number; body: SaveLeadResponse | null }

/** What the server's answer, or its absence, means for the attempt. */
export function afterAnswer(answer: Answer | null): Delivery {
  if (!answer) return { status: 'waiting' }
  const { status, body } = answer
  if (status >= 200 && status < 300) {
    // A success without the body we know came from something in between, such as a hotel's sign-in page.
    return body ? { status: 'saved', resultToken: body.resultToken } : { status: 'waiting' }
  }
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return isFinal ? { status: 'refused', code: status } : { status: 'waiting' }
}

/** Three seconds, doubling with each failure up to two minutes. */
export function retryDelayMs(failures: number): number {
  return Math.min(3000 * 2 ** failures, 120_000)
}
