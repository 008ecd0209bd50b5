/**
 * Waits for what a press asked for, as long as it is wanted: whoever presses another button or link meanwhile, or the same one again, wants
 * that. Answers null then, having called `giveUp` as soon as it was pressed, before whoever the press belongs to hears of it; else what was
 * waited for. What takes no presses is no press, nor is what opens in another tab. Throws as `loading` does, where that is wanted still.
 */
export async function untilNextClick<T>(
  loading: Promise<T>,
  onAbort: () => void = () => {},
): Promise<T | null> {
  let isWanted = true
  function onClick({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
    if (!(target instanceof Element)) return
    const pressed = target.closest(':is(a:not([target]), button):not([aria-disabled="true"])')
    if (!pressed || (pressed.matches('a:not([role="button"])') && (ctrlKey || metaKey || shiftKey))) return
    isWanted = false
    removeEventListener('click', onClick, true)
    onAbort()
  }
  addEventListener('click', onClick, true)
  try {
    const loaded = await loading
    return isWanted ? loaded : null
  } catch (error) {
    if (isWanted) throw error
    return null
  } finally {
    removeEventListener('click', onClick, true)
  }
}
