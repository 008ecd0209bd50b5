/**
 * Waits for a promise until the next click on a link or button. Returns null after such a click,
 * for which `onAbort` runs first; new tabs do not count. @throws the error of `loading`.
 */
export async function untilNextClick<T>(
  loading: Promise<T>,
  onAbort: () => void = () => {},
): Promise<T | null> {
  let isPending = true
  function onClick({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
    if (!(target instanceof Element)) return
    const pressed = target.closest(':is(a:not([target]), button):not([aria-disabled="true"])')
    if (!pressed || (pressed.matches('a:not([role="button"])') && (ctrlKey || metaKey || shiftKey))) return
    isPending = false
    removeEventListener('click', onClick, true)
    onAbort()
  }
  addEventListener('click', onClick, true)
  try {
    const loaded = await loading
    return isPending ? loaded : null
  } catch (error) {
    if (isPending) throw error
    return null
  } finally {
    removeEventListener('click', onClick, true)
  }
}
