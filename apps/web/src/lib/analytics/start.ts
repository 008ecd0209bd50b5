import type { ClientConfig } from '@app/contracts/client-config'
import { analytics, connectDispatcher } from './analytics.ts'

let isStarted = false

function trackErrorEvent(event: ErrorEvent | PromiseRejectionEvent): void {
  if ('reason' in event) {
    const { reason } = event
    const message = `${reason?.message ?? reason}`
    analytics.trackError({ type: 'unhandled_promise_rejection', message, stack: reason?.stack })
  } else analytics.trackError({ type: 'global_error', message: event.message, stack: event.error?.stack })
}

/** Begins to listen, once a page. Without a key nothing is loaded and whatever is told is forgotten. */
export function startAnalytics(config: ClientConfig): void {
  if (isStarted) return
  isStarted = true
  const early = window.earlyErrors ?? []
  window.earlyErrors = undefined
  if (!config.posthogKey) {
    connectDispatcher(() => {})
    return
  }
  // Reports the errors that `boot.inline.ts` buffered.
  early.forEach(trackErrorEvent)
  addEventListener('error', trackErrorEvent)
  addEventListener('unhandledrejection', trackErrorEvent)
  import('./runtime.ts').then(
    ({ createRuntime: openRuntime }) => connectDispatcher(openRuntime(config)),
    () => {},
  )
}
