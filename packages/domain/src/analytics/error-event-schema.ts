import { z } from 'zod'

export const errorTypes = [
  'global_error',
  'unhandled_promise_rejection',
  'console_error',
  'resource_load_error',
  'react_error_boundary',
  'posthog_initialization_failed',
  'posthog_capture_failed',
  'posthog_identify_failed',
  'unhandled_query_error',
] as const
export type ErrorType = (typeof errorTypes)[number]

/** What an error report carries (specification, section 3); `stored_at` only while it waits in the browser. */
export const analyticsErrorSchema = z.object({
  error_type: z.enum(errorTypes),
  message: z.string(),
  stack: z.string().optional(),
  url: z.string(),
  user_agent: z.string(),
  timestamp: z.string(),
  environment: z.literal('production'),
  version: z.literal('unknown'),
  stored_at: z.string().optional(),
})
export type AnalyticsError = z.output<typeof analyticsErrorSchema>

/** Reports kept locally until analytics is ready; the oldest is dropped first. */
export const errorBufferLength = 100
export const slowResourceMs = 5000
