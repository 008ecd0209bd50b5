import { z } from 'zod'

/** The types of the specification, then those of the product's own parts. */
const errorTypes = [
  'global_error',
  'unhandled_promise_rejection',
  'console_error',
  'resource_load_error',
  'react_error_boundary',
  'posthog_initialization_failed',
  'posthog_capture_failed',
  'posthog_identify_failed',
  'unhandled_query_error',

  'network_error',
  'lead_refused',
  'lead_save_failed',
  'profile_load_failed',
  'checklist_send_failed',
  'payment_failed',
  'server_error',
  'admin_test_error',
] as const
export type ErrorType = (typeof errorTypes)[number]

/**
 * The fields of an error report (specification, section 3). `stored_at` is set only while the
 * report waits in the browser.
 */
export const analyticsErrorSchema = z.object({
  error_type: z.enum(errorTypes),
  message: z.string(),
  stack: z.string().optional(),
  query_key: z.string().optional(),
  request_id: z.string().optional(),
  url: z.string(),
  user_agent: z.string(),
  timestamp: z.string(),
  environment: z.literal('production'),
  version: z.literal('unknown'),
  stored_at: z.string().optional(),
})
export type AnalyticsError = z.output<typeof analyticsErrorSchema>
