/** Delivery statuses in the order of their precedence. */
export const deliveryStatuses = ['queued', 'sent', 'failed', 'delivered', 'read'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * Returns the status after one more report. Reports may be late, repeated or out of order, and the
 * outcome does not depend on their order. `delivered` may follow `failed`.
 */
export function advanceDelivery(current: DeliveryStatus, reported: DeliveryStatus): DeliveryStatus {
  return deliveryStatuses.indexOf(reported) > deliveryStatuses.indexOf(current) ? reported : current
}

/** Translates WhatsApp's status; `played` counts as read. Returns null for unknown values. */
export function parseDeliveryStatus(reported: string): Exclude<DeliveryStatus, 'queued'> | null {
  if (reported === 'played') return 'read'
  if (reported === 'sent' || reported === 'delivered' || reported === 'read' || reported === 'failed')
    return reported
  return null
}
