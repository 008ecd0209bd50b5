import type { ClientConfig } from '@app/contracts/client-config'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { analytics, type Call } from './analytics.ts'
import { openCarryOut } from './carry-out.ts'
import { isCounted } from './choice.ts'
import type { AnalyticsClient } from './client.ts'
import { followSession } from './identity.ts'
import { watchPage } from './watch-page.ts'

export type Runtime = {
  carryOut: (call: Call) => void
  /** Stops counting at once and forgets what waits, or goes on with it. */
  setCounting: (counting: boolean) => void
}

let runtime: Runtime | null = null

/** Carries analytics' calls out on this page. The provider's library follows when the browser is idle. */
export function openRuntime(config: ClientConfig): Runtime {
  runtime ??= createRuntime(config)
  return runtime
}

function createRuntime(config: ClientConfig): Runtime {
  const calls = openCarryOut({
    store: deviceStore,
    userAgent: navigator.userAgent,
    url: () => location.href,
    now: () => new Date(),
  })
  let isCounting = false
  let isStarted = false
  let client: AnalyticsClient | null = null

  async function loadClient(): Promise<void> {
    try {
      const { openPosthog } = await import('./posthog-client.ts')
      client = openPosthog(config)
      client.setCapturing(isCounting)
      calls.setClient(client)
    } catch (error) {
      // The page does without: no connection, or a browser that blocks the provider.
      calls.fail('posthog_initialization_failed', error)
    }
  }

  function start(): void {
    isStarted = true
    watchPage(analytics.trackError, config.posthogHost)
    followSession(analytics)
    whenIdle(() => void loadClient())
  }

  function setCounting(counting: boolean): void {
    isCounting = counting
    client?.setCapturing(counting)
    if (!counting) calls.forget()
    else if (!isStarted) start()
  }

  setCounting(isCounted())
  return {
    carryOut(call) {
      if (isCounting) calls.carryOut(call)
    },
    setCounting,
  }
}
