/**
 * Restores the focus when its element is removed or disabled, by focusing the nearest ancestor that
 * takes it. The returned function stops it.
 */
export function restoreLostFocus(): () => void {
  let around: Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function onFocus({ target }: FocusEvent) {
    around = []
    for (let each = target as Element | null; each; each = each.parentElement) around.push(each)
  }

  function look() {
    const [focused] = around
    if (!focused || (focused.isConnected && !focused.matches(':disabled'))) return
    // A control that was disabled only now still has the focus, until the page is drawn.
    if (document.activeElement !== document.body && document.activeElement !== focused) return
    clearTimeout(timer)
    timer = setTimeout(takeBack, focusGraceMs)
  }

  function takeBack() {
    const [focused, ...outer] = around
    if (!focused || document.activeElement !== document.body) return
    if (focused instanceof HTMLElement && focused.isConnected && !focused.matches(':disabled')) {
      return focused.focus({ preventScroll: true })
    }
    const main = document.getElementById('main')
    const next = outer.find((each) => each.isConnected)
    const taker = next && (main?.contains(next) || next.closest('[role="dialog"]')) ? next : main
    if (!(taker instanceof HTMLElement)) return
    if (!taker.hasAttribute('tabindex')) taker.tabIndex = -1
    taker.style.outline = 'none'
    taker.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
  }
}

/** Other code may move the focus within this time. */
const focusGraceMs = 100
