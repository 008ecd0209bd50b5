import type { ClientConfig } from '@app/contracts/client-config'
import { analytics, carryOutWith } from './analytics.ts'

let isStarted = false

function trackEvent(event: ErrorEvent | PromiseRejectionEvent): void {
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
    carryOutWith(() => {})
    return
  }
  // Errors that come before anything else has loaded are the ones worth most: `boot.inline.ts` has kept them.
  early.forEach(trackEvent)
  addEventListener('error', trackEvent)
  addEventListener('unhandledrejection', trackEvent)
  import('./runtime.ts').then(
    ({ openRuntime }) => carryOutWith(openRuntime(config)),
    () => {},
  )
}
