/**
 * Returns the IANA time zone. `Temporal` is preferred, because `Intl` takes 120 ms on its first
 * use.
 */
export function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } }
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
