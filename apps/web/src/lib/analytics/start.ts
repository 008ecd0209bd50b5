import type { ClientConfig } from '@app/contracts/client-config'
import { analytics, carryOutWith } from './analytics.ts'
import { isCounted } from './choice.ts'

let isStarted = false

/**
 * Begins to listen, once a page. Without a key, or when the visitor is not to be counted, nothing is loaded and
 * whatever is told is forgotten.
 */
export function startAnalytics(config: ClientConfig): void {
  if (isStarted) return
  if (!config.posthogKey || !isCounted()) {
    carryOutWith(() => {})
    return
  }
  isStarted = true
  window.addEventListener('error', ({ message, error }) =>
    analytics.trackError({ type: 'global_error', message, stack: error?.stack }),
  )
  window.addEventListener('unhandledrejection', ({ reason }) =>
    analytics.trackError({
      type: 'unhandled_promise_rejection',
      message: String(reason?.message ?? reason),
      stack: reason?.stack,
    }),
  )
  import('./runtime.ts').then(
    ({ openRuntime }) => carryOutWith(openRuntime(config).carryOut),
    () => {},
  )
}
