const hour = 3_600_000

/**
 * After a person's message free text is allowed for this long; then only templates (WhatsApp's
 * rule).
 */
export const serviceWindowMs = 24 * hour

// Our clock and the provider's differ, and sending takes time.
const windowMarginMs = 5 * 60_000

/**
 * Returns true when free text may be sent at `now` to someone who last wrote at `lastInboundAt`.
 */
export function isWindowOpen(lastInboundAt: Date | null, now: Date): boolean {
  return lastInboundAt !== null && now.getTime() - lastInboundAt.getTime() < serviceWindowMs - windowMarginMs
}
