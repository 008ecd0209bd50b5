import type { ReportedError } from '@app/domain/analytics/event-fields'
import { analytics } from './analytics/analytics.ts'

/** Tells analytics that something went wrong. Never throws. */
export function reportError(error: ReportedError): void {
  analytics.trackError(error)
}
