import type { ClientConfig } from '@app/contracts/client-config'
import { analytics, carryOutWith } from './analytics.ts'

let isStarted = false

/** Begins to listen, once a page. Without a key nothing is loaded and whatever is told is forgotten. */
export function startAnalytics(config: ClientConfig): void {
  if (isStarted) return
  isStarted = true
  if (!config.posthogKey) {
    carryOutWith(() => {})
    return
  }
  const { trackError } = analytics
  // Errors that come before anything else has loaded are the ones worth most.
  addEventListener('error', ({ message, error }) =>
    trackError({ type: 'global_error', message, stack: error?.stack }),
  )
  addEventListener('unhandledrejection', ({ reason }) =>
    trackError({
      type: 'unhandled_promise_rejection',
      message: `${reason?.message ?? reason}`,
      stack: reason?.stack,
    }),
  )
  import('./runtime.ts').then(
    ({ openRuntime }) => carryOutWith(openRuntime(config).carryOut),
    () => {},
  )
}
