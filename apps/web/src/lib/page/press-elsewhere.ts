/**
 * Acts when a button or a link is pressed, wherever on the page it is, before whoever it belongs to hears of it: what was asked for earlier,
 * and is still on its way, is not what the visitor wants now. One that is busy takes no presses. Answers what ends it.
 */
export function onPressElsewhere(act: () => void): () => void {
  function onClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a, button:not([aria-busy="true"])')) act()
  }
  addEventListener('click', onClick, true)
  return () => removeEventListener('click', onClick, true)
}
