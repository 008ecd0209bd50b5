/** The reasons for an undelivered message that need attention. */
export const deliveryFailures = [
  'recipient',
  'opted_out',
  'payload',
  'template',
  'expired',
  'unanswered',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** The recommended action. */
export type DeliveryFollowUp =
  /** The number has no WhatsApp: write a mail or call. */
  | 'reach_otherwise'
  /** The person opted out, and only they can opt in again. */
  | 'wait_for_start'
  /** WhatsApp refuses our message: a technician has to look. */
  | 'ask_technician'
  /** The 24-hour window closed first: write from the owner's phone. */
  | 'write_by_hand'
  /** The program repeats the day automatically. */
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
