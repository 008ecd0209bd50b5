import { isFailedResource } from '@app/domain/analytics/error-event'
import type { ReportedError } from '@app/domain/analytics/event-fields'
import { redactUrl } from '@app/domain/analytics/redact'
import { observeProviderRequests } from './provider-requests.ts'

type Report = (error: ReportedError) => void

type IgnoredRequests = {
  /** The provider's URL, which is never reported. */
  ignoredUrl: string
  /**
   * The place where attempts are posted to: the outbox tells itself of one that could not be saved.
   */
  leadsUrl: string
}

/** Reports uncaught errors of the page. */
export function watchPage(report: Report, { ignoredUrl, leadsUrl }: IgnoredRequests): void {
  watchConsole(report)
  watchFetch(report, (method, url) => !url.startsWith(ignoredUrl) && !(method === 'POST' && url === leadsUrl))
  observeProviderRequests(ignoredUrl)
  watchResources(report, ignoredUrl)
}

/** Reports only strings and errors, because objects may hold anything. */
function watchConsole(report: Report): void {
  const write = console.error
  let isReporting = false
  console.error = (...args: unknown[]) => {
    write.apply(console, args)
    // Reporting must not report itself.
    if (isReporting) return
    const error = args.find((arg) => arg instanceof Error)
    const message = args.map((arg) => (arg instanceof Error ? arg.message : describeArgument(arg))).join(' ')
    // The error may be reported directly after logging.
    queueMicrotask(() => {
      isReporting = true
      report({ type: 'console_error', message, stack: error?.stack })
      isReporting = false
    })
  }
}

function describeArgument(arg: unknown): string {
  return typeof arg === 'string' ? arg : `[${typeof arg}]`
}

/**
 * A call that nothing answered, or that the server could not. A refusal (4xx) is part of the
 * conversation; a call that is tried again and again is told of once, until it works.
 */
function watchFetch(report: Report, isOurs: (method: string, url: string) => boolean): void {
  const call = window.fetch
  const failing = new Set<string>()
  function fails(name: string, message: string, requestId?: string | null) {
    if (failing.has(name)) return
    failing.add(name)
    report({ type: 'network_error', message, requestId: requestId ?? null })
  }
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const isWatched = isOurs(method, url)
    const name = `${method} ${redactUrl(url)}`
    try {
      const response = await call.call(window, input, init)
      if (response.status < 500) failing.delete(name)
      else if (isWatched) {
        fails(name, `${name} answered ${response.status}`, response.headers.get('x-request-id'))
      }
      return response
    } catch (error) {
      const isCalledOff = error instanceof DOMException && error.name === 'AbortError'
      if (isWatched && !isCalledOff) fails(name, `${name} was not answered`)
      throw error
    }
  }
}

/** Scripts, styles and pictures that failed, and any resource that brought nothing in over five seconds. */
function watchResources(report: Report, ignoredUrl: string): void {
  // Both observers see a slow failure.
  const lost = new Set<string>()
  function reportLost(url: string, message: string) {
    const href = hrefOf(url)
    if (lost.has(href)) return
    lost.add(href)
    report({ type: 'resource_load_error', message })
  }
  window.addEventListener(
    'error',
    ({ target }) => {
      const url =
        target instanceof Element ? (target.getAttribute('src') ?? target.getAttribute('href')) : null
      if (!url) return
      reportLost(url, `${redactUrl(url)} did not load`)
    },
    // An element's error does not rise to the window; it is met on its way down.
    true,
  )
  if (typeof PerformanceObserver !== 'function') return
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming) || entry.name.startsWith(ignoredUrl)) continue
      if (!isFailedResource(entry)) continue
      const seconds = Math.round(entry.duration / 1000)
      reportLost(entry.name, `${redactUrl(entry.name)} brought nothing in ${seconds} s`)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** The whole address, as the browser's own records have it. */
function hrefOf(url: string): string {
  try {
    return new URL(url, document.baseURI).href
  } catch {
    return url
  }
}
