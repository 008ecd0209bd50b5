/**
 * Remembers the last button that was pressed before anything was there to hear it; `lib/page/press-unheard.ts` presses it again, or
 * `early.ts` what it answers. The build puts this into every page. Asks for the page's script again where that was lost.
 */
let deafUntil = 0
document.unheard = null

addEventListener(
  'click',
  (event) => {
    // A key has no place that something else could have come into.
    if (event.detail > 0 && event.timeStamp < deafUntil) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // A tap beside them all takes nothing back.
    else if (document.unheard !== undefined)
      document.unheard = (event.target as Element).closest('button') ?? document.unheard
  },
  // Before whoever else hears it.
  true,
)

// Where nothing seems to answer, people tap again: that is meant for what stood here, and not for what comes in its place.
document.pressAgain = () => {
  // Whoever is half way is answered by the page's script alone.
  if (!document.unheard || document.documentElement.dataset.resuming) return
  document.unheard.click()
  deafUntil = performance.now() + 300
}

// Once the network is back, a page goes on by itself whose script was lost, as it says (`PageLoading`).
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    // An extension's is none of ours.
    if (!target.src.startsWith(`${location.origin}/`)) return
    askAgain(target.src)
    addEventListener('online', openAnew)
  },
  true,
)

function askAgain(script: string) {
  setTimeout(() => import(/* @vite-ignore */ script).catch(() => askAgain(script)), 3000)
}

// A browser that does not fetch again what has failed (Firefox before 155) opens the page anew.
function openAnew() {
  setTimeout(() => document.unheard !== undefined && location.reload(), 15_000)
}

declare global {
  interface Document {
    /** Undefined once every press is heard. */
    unheard?: HTMLButtonElement | null | undefined
    /** Presses it, once `early.ts` answers. For 300 ms after it no pointer is heard. */
    pressAgain: () => void
  }
}

export {}
