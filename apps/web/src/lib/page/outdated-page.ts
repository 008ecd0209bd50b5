import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** For how long it is said why the page is about to be opened anew, and after that to whoever keeps it as it is. */
const noticeDelayMs = 3000

let isOutdated = false
const listeners = createListeners()

export const oldPage = { subscribe: listeners.subscribe, isOld: () => isOutdated }

/**
 * Opens a tab from before an update anew, once, when a script of its version does not come: Vite tells of each
 * (https://vite.dev/guide/build#load-error-handling). Whoever asked for the script has its failure to tell as well, which is all there is to tell where
 * the site is still the one that this page came from.
 */
export function renewOldPage(): void {
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

/** True when the site still serves this script, or does not answer. */
async function isCurrentScript(script: string): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return !response.ok || (await response.text()).includes(script)
  } catch {
    return true
  }
}
