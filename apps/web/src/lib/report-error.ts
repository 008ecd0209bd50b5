import type { ReportedError } from '@app/domain/analytics/event-fields'
import { analytics } from './analytics/analytics.ts'

/** Reports an error to analytics. Never throws. */
export function reportError(error: ReportedError): void {
  analytics.trackError(error)
}
