import { toWhatsappNumber } from '../messages/phone.ts'

/** The effect of a new phone on a program's messages. */
export type Readdressing =
  | { outcome: 'unchanged' }
  /** Waiting messages move to `phone`: digits with the country code. */
  | { outcome: 'readdressed'; from: string | null; phone: string }
  /** The new number is unusable, so waiting messages are given up. */
  | { outcome: 'unreachable'; from: string | null }

/**
 * Decides what a new phone means for a program's messages. Two spellings of one number are one
 * number. A request for silence belongs to a number and does not travel: each number has its own.
 */
export function readdress(known: string | null, given: string): Readdressing {
  const from = known === null ? null : toWhatsappNumber(known)
  const phone = toWhatsappNumber(given)
  if (phone === from) return { outcome: 'unchanged' }
  return phone === null ? { outcome: 'unreachable', from } : { outcome: 'readdressed', from, phone }
}
