import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** For how long it is said why the page is about to be opened anew, and after that to whoever keeps it as it is. */
const noticeMs = 3000

let isOld = false
const listeners = createListeners()

export const oldPage = { subscribe: listeners.subscribe, isOld: () => isOld }

/**
 * Opens a tab from before an update anew, once, when a script of its version does not come: Vite tells of each
 * (https://vite.dev/guide/build#load-error-handling). Whoever asked for the script has its failure to tell as well, which is all there is to tell where
 * the site is still the one that this page came from.
 */
export function renewOldPage(): void {
  addEventListener('vite:preloadError', async () => {
    const own = ownScript()
    if (isOld || !own || tabStore.getItem(tabKeys.renewed) === own || (await isCurrent(own))) return
    tabStore.setItem(tabKeys.renewed, own)
    tellOld(true)
    setTimeout(() => {
      location.reload()
      setTimeout(() => tellOld(false), noticeMs)
    }, noticeMs)
  })
}

function tellOld(next: boolean): void {
  isOld = next
  listeners.tell()
}

/** The script that the page was built with: the next version's has another name. */
function ownScript(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** True when the site still serves this script, or does not answer. */
async function isCurrent(script: string): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return !response.ok || (await response.text()).includes(script)
  } catch {
    return true
  }
}
