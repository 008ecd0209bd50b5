import type { PersonProperties } from '@app/domain/analytics/event-fields'

/** The used part of the analytics library. */
export type AnalyticsClient = {
  capture: (event: string, properties: Record<string, unknown>, at: Date) => void
  identify: (userId: string, properties: PersonProperties) => void
  setPersonProperties: (properties: PersonProperties) => void
  /** The next event belongs to a new visitor. */
  reset: () => void
  /** Stops everything, the library's own included, and what it keeps on the device; or goes on as a new visitor. */
  setCapturing: (capturing: boolean) => void
}
