/**
 * Acts when a button or a link is pressed, wherever on the page it is, before whoever it belongs to hears of it: what was asked for earlier,
 * and is still on its way, is not what the visitor wants now. One that takes no presses is none, nor is what opens in another tab. Answers
 * what ends it.
 */
export function onPressElsewhere(act: () => void): () => void {
  function onClick({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
    if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return
    if (target.closest('a:not([target]), button:not([aria-disabled="true"])')) act()
  }
  addEventListener('click', onClick, true)
  return () => removeEventListener('click', onClick, true)
}
