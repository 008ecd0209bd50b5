/** How far a message got, in the order in which one piece of news outweighs another. */
export const deliveryStatuses = ['queued', 'sent', 'failed', 'delivered', 'read'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * Returns the status after one more report. Reports arrive late, repeated, out of order and with
 * gaps, and `delivered` may follow `failed`: a message that was seen did arrive. The outcome does
 * not depend on the order of the reports.
 */
export function advanceDelivery(current: DeliveryStatus, reported: DeliveryStatus): DeliveryStatus {
  return deliveryStatuses.indexOf(reported) > deliveryStatuses.indexOf(current) ? reported : current
}

/** Our word for WhatsApp's. A voice message that was `played` was read. Null for words we do not know. */
export function parseDeliveryStatus(reported: string): Exclude<DeliveryStatus, 'queued'> | null {
  if (reported === 'played') return 'read'
  if (reported === 'sent' || reported === 'delivered' || reported === 'read' || reported === 'failed')
    return reported
  return null
}
