/**
 * The reason why a message did not arrive, as it is kept with it. Others end messages that nobody
 * wants any more.
 */
export const deliveryFailures = [
  'recipient',
  'opted_out',
  'payload',
  'template',
  'expired',
  'unanswered',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** What helps now. */
export type DeliveryFollowUp =
  /** The number has no WhatsApp: by mail or by a call. */
  | 'reach_otherwise'
  /** They asked for silence; only they can take that back. */
  | 'wait_for_start'
  /** A message of ours is refused by WhatsApp: somebody who knows the machinery has to look. */
  | 'ask_technician'
  /** The window closed before it went out: from one's own phone. */
  | 'write_by_hand'
  /** The program tries the same day again by itself. */
  | 'wait_for_morning'

/** Returns the next step after a message that did not arrive; `kind` is the message's. */
export function followUpFor(failure: DeliveryFailure, kind: string): DeliveryFollowUp {
  switch (failure) {
    case 'recipient':
      return 'reach_otherwise'
    case 'opted_out':
      return 'wait_for_start'
    case 'payload':
    case 'template':
      return 'ask_technician'
    case 'expired':
    case 'unanswered':
      return kind === 'daily' ? 'wait_for_morning' : 'write_by_hand'
  }
}

export function isDeliveryFailure(failure: string | null): failure is DeliveryFailure {
  return (deliveryFailures as readonly unknown[]).includes(failure)
}
