import type { ClientConfig } from '@app/contracts/client-config'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { removeStoredKeys } from '#web/lib/device/clear-device-data.ts'
import { libraryKeys } from '#web/lib/device/keys.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { analytics, type Command } from './analytics.ts'
import { isTrackingAllowed, onTrackingChoice } from './choice.ts'
import type { AnalyticsClient } from './client.ts'
import { createDispatcher } from './dispatcher.ts'
import { followSession } from './identity.ts'
import { watchPage } from './watch-page.ts'

type Library = typeof import('./posthog-client.ts')

/**
 * Carries analytics' calls out on this page, as long as its visitor is to be counted. The
 * provider's library follows when the browser is idle. To be called once.
 */
export function createRuntime(config: ClientConfig): (call: Command) => void {
  const calls = createDispatcher({
    store: deviceStore,
    userAgent: navigator.userAgent,
    startedAt: new Date(performance.timeOrigin),
    url: () => location.href,
    now: () => new Date(),
    onRelease: openClient,
  })
  let isCounting = false
  let isStarted = false
  let library: Library | null = null
  let client: AnalyticsClient | null = null

  async function loadLibrary(): Promise<void> {
    try {
      library = await importWithSyncCompression()
      openClient()
    } catch (error) {
      fail(error)
    }
  }

  /** The library names the visit by the moment it starts at, so it starts when that moment tells nothing. */
  function openClient(): void {
    if (client || !library || !isCounting || calls.isHolding()) return
    try {
      client = library.openPosthog(config, calls.isHolding)
      calls.setClient(client)
    } catch (error) {
      fail(error)
    }
  }

  /** The page does without: no connection, or a browser that blocks the provider. */
  function fail(error: unknown): void {
    calls.fail('posthog_initialization_failed', error)
  }

  function start(): void {
    isStarted = true
    watchPage(analytics.trackError, {
      ignoredUrl: config.posthogHost,
      leadsUrl: `${config.apiUrl}/leads`,
    })
    followSession(analytics)
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') calls.letGo()
    })
    whenIdle(() => void loadLibrary())
  }

  /** Ahead of the library's own listener, which sends what there is. */
  function leave(): void {
    const opened = client
    calls.letGo()
    // The new library misses this page's leave event, so it is repeated.
    if (client !== opened) dispatchEvent(new Event('pagehide'))
  }

  /** Applies the tracking choice: stops and drops queued events, or continues. */
  function setCounting(counting: boolean): void {
    isCounting = counting
    client?.setCapturing(counting)
    if (!counting) {
      calls.forget()
      removeStoredKeys((name) => libraryKeys.counted.test(name))
    } else if (!isStarted) start()
    else openClient()
  }

  setCounting(isTrackingAllowed())
  onTrackingChoice(() => {
    if (isTrackingAllowed() !== isCounting) setCounting(isTrackingAllowed())
  })
  return (call) => {
    if (isCounting) calls.carryOut(call)
  }
}

/**
 * Loads the library without `CompressionStream`, so that it compresses synchronously and a closing
 * page loses no batch.
 */
async function importWithSyncCompression(): Promise<Library> {
  const stream = globalThis.CompressionStream
  Reflect.set(globalThis, 'CompressionStream', undefined)
  try {
    return await import('./posthog-client.ts')
  } finally {
    globalThis.CompressionStream = stream
  }
}
