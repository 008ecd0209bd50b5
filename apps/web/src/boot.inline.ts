/**
 * Runs in every page's head before rendering, without imports: it buffers errors, sets data
 * attributes from the storage, keeps the last press until hydration, and adds behaviour to the
 * first question.
 */
const { dataset } = document.documentElement
window.earlyErrors = []

function keepError(event: ErrorEvent | PromiseRejectionEvent): void {
  const isOfPage = event.target === window
  if (isOfPage || event.target instanceof HTMLScriptElement) dataset.broken = ''
  if (isOfPage && (window.earlyErrors?.length ?? 20) < 20) window.earlyErrors?.push(event)
}
// An element's error does not rise to the window; it is met on its way down.
addEventListener('error', keepError, true)
addEventListener('unhandledrejection', keepError)

// The names are those of `lib/device/keys.ts`. The attributes hide the first screen from returning
// visitors, the sign-in button from users, and the prerendered cabinet (`data-personal`) from its
// owner.
const place = history.state?.quizPlace
if (place && place !== 'welcome') dataset.returning = ''
if (/[?&](data|result)=/.test(location.search)) dataset.personal = ''
try {
  if (localStorage['yasny-den.quiz'] || sessionStorage['yasny-den.result']) dataset.returning = ''
  if (localStorage['supabase.auth.token']) dataset.session = dataset.personal = ''
  if (sessionStorage['yasny-den.payment-return']) dataset.personal = ''
} catch {
  // Storage is blocked.
}

addEventListener('click', (event) => {
  const { target, detail } = event
  if (dataset.ready !== undefined || !(target instanceof Element)) return
  window.earlyPress = target.closest('button')
  // The second press of a double one is meant for what stood there before the question.
  if (detail > 1 && target instanceof HTMLInputElement) event.preventDefault()
})

// A link that is announced as a button is pressed by the space bar, too.
addEventListener('keydown', (event) => {
  const { key, target } = event
  if (key !== ' ' || !(target instanceof HTMLAnchorElement) || target.getAttribute('role') !== 'button')
    return
  event.preventDefault()
  target.click()
})

declare global {
  interface Window {
    /** Errors before analytics started; undefined afterwards. */
    earlyErrors: (ErrorEvent | PromiseRejectionEvent)[] | undefined
    /** The button that was pressed last before React listened. */
    earlyPress: HTMLButtonElement | null | undefined
  }
}

export {}
