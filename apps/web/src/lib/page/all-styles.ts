/**
 * Draws once all rules of the stylesheet hold. The first page is drawn by those it needs (`build/first-styles.ts`); the link that fetches
 * all of them holds for no medium, so that nothing waits for it. Another takes its place: whether the first has failed, it does not say,
 * and what is here, or on its way, is not fetched twice. Where they do not come, the page says so as where the script itself does not.
 */
export function withAllStyles(draw: () => void): void {
  const link = document.querySelector('link[media="not all"]')
  if (!link) {
    draw()
    return
  }
  const all = link.cloneNode() as HTMLLinkElement
  all.media = ''
  all.onload = draw
  all.onerror = () => {
    document.documentElement.dataset.broken = ''
  }
  link.replaceWith(all)
}
