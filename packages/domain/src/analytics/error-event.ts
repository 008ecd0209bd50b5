import type { AnalyticsError } from './error-event-schema.ts'
import type { EventName, EventProperties, ReportedError } from './event-fields.ts'
import { redactMessage, redactStack, redactUrl } from './redact.ts'

/**
 * The number of reports that wait for analytics; the oldest is dropped first (specification,
 * section 4).
 */
const errorBufferLength = 100
/** A failed resource that took longer is reported. */
const slowResourceMs = 5000

type ErrorContext = { url: string; userAgent: string; at: Date }

/** Builds a redacted error report. */
export function toErrorReport(error: ReportedError, { url, userAgent, at }: ErrorContext): AnalyticsError {
  return {
    error_type: error.type,
    message: redactMessage(error.message),
    ...(error.stack && { stack: redactStack(error.stack) }),
    ...(error.queryKey && { query_key: redactMessage(error.queryKey) }),
    ...(error.requestId && { request_id: error.requestId }),
    url: redactUrl(url),
    user_agent: userAgent,
    timestamp: at.toISOString(),
    environment: 'production',
    version: 'unknown',
  }
}

/** Puts a report behind those that wait already. */
export function storeError(
  waiting: readonly AnalyticsError[],
  report: AnalyticsError,
  now: Date,
): AnalyticsError[] {
  return [...waiting, { ...report, stored_at: now.toISOString() }].slice(-errorBufferLength)
}

type ErrorEvent =
  | { name: 'error_occurred'; properties: EventProperties<'error_occurred'> }
  | { name: 'unhandled_query_error'; properties: EventProperties<'unhandled_query_error'> }

/**
 * Returns the event for a report: failed queries and mutations have their own (specification,
 * section 7).
 */
export function toErrorEvent(report: AnalyticsError): ErrorEvent & { name: EventName } {
  const { query_key, ...rest } = report
  if (report.error_type !== 'unhandled_query_error') return { name: 'error_occurred', properties: rest }
  const { message, stack, url, timestamp, stored_at } = report
  return {
    name: 'unhandled_query_error',
    properties: { message, stack, query_key: query_key ?? null, url, timestamp, stored_at },
  }
}

/**
 * Returns true when a resource's timing says that it never came: nothing transferred, and too long
 * a wait for it.
 */
export function isFailedResource(entry: {
  transferSize: number
  decodedBodySize: number
  duration: number
}): boolean {
  // A cached resource transfers nothing either, but it has a body.
  return entry.transferSize === 0 && entry.decodedBodySize === 0 && entry.duration > slowResourceMs
}
