/**
 * Draws once all rules of the stylesheet hold. The first page is drawn by those it needs (`build/first-styles.ts`); the link that fetches
 * the utilities it does not need holds for no medium, so that nothing waits for it. Another takes its place: whether the first has failed, it does not say,
 * and what is here, or on its way, is not fetched twice. Where they do not come, the first page says so as where the script itself does
 * not, others by what they show after a while, and they are asked for again.
 */
export function withAllStyles(draw: () => void): void {
  const link = document.querySelector('link[media="not all"]')
  if (!link) {
    draw()
    return
  }
  const { dataset } = document.documentElement
  ask(link)

  function ask(last: Element) {
    const all = last.cloneNode() as HTMLLinkElement
    all.media = ''
    all.onload = () => {
      delete dataset.broken
      draw()
    }
    all.onerror = () => {
      dataset.broken = ''
      setTimeout(ask, 3000, all)
    }
    last.replaceWith(all)
  }
}
