/**
 * Years after a person's last visit until the data is deleted, as the privacy policy says. Leads
 * and orders without an account count from their creation.
 */
export const retentionYears = 3

/** Days that inbound WhatsApp messages are kept, like the chat on the owner's phone. */
export const inboundMessageDays = 180

/** Days that raw webhook calls are kept, because WhatsApp may repeat them. */
export const webhookCallDays = 7

/** Days that delivery reports are kept, for the analysis of failures. */
export const deliveryReportDays = 30

/** Days that digests of network addresses are kept for the daily checklist limit. */
export const addressDigestDays = 2

/** Days that a lead with a filled honeypot waits for the owner. */
export const quarantinedLeadDays = 30

/** Days that visits are kept, for a comparison of seasons. */
export const visitDays = 365

/** Days that the browser keeps an unfinished attempt. */
export const unfinishedAttemptDays = 7

/**
 * Returns the instant before which a last visit leads to deletion. 29 February becomes 28 February.
 */
export function retentionCutoff(now: Date): Date {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - retentionYears)
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0)
  return before
}
