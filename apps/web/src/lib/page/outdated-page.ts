import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** The time that the notice about the reload is shown. */
const noticeDelayMs = 3000

let isOutdated = false
const listeners = createListeners()

export const oldPage = { subscribe: listeners.subscribe, isOld: () => isOutdated }

/**
 * Reloads an outdated page once when one of its scripts is gone
 * (https://vite.dev/guide/build#load-error-handling).
 */
export function reloadOutdatedPage(): void {
  addEventListener('vite:preloadError', async () => {
    const own = findOwnScript()
    if (isOutdated || !own || tabStore.getItem(tabKeys.renewed) === own || (await isCurrentScript(own)))
      return
    tabStore.setItem(tabKeys.renewed, own)
    setOutdated(true)
    setTimeout(() => {
      location.reload()
      setTimeout(() => setOutdated(false), noticeDelayMs)
    }, noticeDelayMs)
  })
}

function setOutdated(next: boolean): void {
  isOutdated = next
  listeners.notify()
}

/** The script that the page was built with: the next version's has another name. */
function findOwnScript(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** Resolves to true when the site still has this script, or does not answer. */
async function isCurrentScript(script: string): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return !response.ok || (await response.text()).includes(script)
  } catch {
    return true
  }
}
