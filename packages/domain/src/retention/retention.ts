/**
 * The time that data about a person is kept after their last visit, in years: as the privacy policy
 * and the consents say. For a lead or an order of nobody's account the last visit is the day it was
 * made.
 */
export const retentionYears = 3

/** What people write to us in WhatsApp is kept as long as the chat on the owner's phone is of use. */
export const inboundMessageDays = 180

/** WhatsApp's calls as they came are kept for as long as it may repeat them: by then every fact in them has its own row. */
export const webhookCallDays = 7

/** WhatsApp repeats a report for a week at most; kept longer, so that trouble can be looked into. */
export const deliveryReportDays = 30

/** The digest of the address from which a checklist was asked for: its limit counts a day. */
export const addressDigestDays = 2

/** An attempt with the hidden field filled, which the owner has not accepted. */
export const quarantinedLeadDays = 30

/** How far a test got, without its answers: long enough to compare a season with the last one. */
export const visitDays = 365

/** Answers of a test that was left unfinished, in the visitor's own browser. */
export const unfinishedAttemptDays = 7

/** Whoever visited last before this instant is forgotten. The 29th of February becomes the 28th. */
export function retentionCutoff(now: Date): Date {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - retentionYears)
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0)
  return before
}
