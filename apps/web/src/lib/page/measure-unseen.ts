/** The class of a host whose children are made ready: nobody sees them, hears them or reaches them. */
export const unseen = 'unseen'

/**
 * Has what is made ready in an `unseen` host take its styles and its measures, so that showing it costs neither. A host that is not in the page
 * yet is put at the end of `parent`. Does nothing in browsers that cannot measure what they do not show: those before `content-visibility`.
 */
export function measureUnseen(host: HTMLElement, parent: HTMLElement | null = null): void {
  if (!CSS.supports('content-visibility', 'hidden')) return
  if (!host.isConnected) parent?.append(host)
  // Asked for its measures, a browser takes them also of what it does not show.
  host.firstElementChild?.getClientRects()
}
