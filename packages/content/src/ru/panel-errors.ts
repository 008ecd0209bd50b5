/** The test panel's alerts (specification, section 8, word for word); English, as its readers are engineers. */
export const panelErrorTexts = {
  apiNotAccessible: (message: string) => `Production API is not accessible: ${message}`,
  apiStatus: (status: number) => `Production API responded with status: ${status}`,
  dailyMessagingStatus: (status: number, body: string) =>
    `Daily Messaging endpoint responded with status: ${status}${body && ` ${body}`}`,
  dailyMessagingNotAccessible: 'Daily Messaging endpoint is not accessible',
  databaseFailed: (message: string) => `Database connection failed: ${message}`,
  schemaFailed: (message: string) => `Schema check failed: ${message}`,
  rlsFailed: (message: string) => `RLS test error: ${message}`,
  analyticsUnavailable: 'PostHog not available in this environment',
  errorLogged: 'Test error logged!',
  nothingToExport: 'No test results to export',
  webhookFailed: 'Webhook test failed',
  apiFailed: 'API test failed',
  customFailed: (kind: string) => `Custom ${kind} test failed`,
} as const
