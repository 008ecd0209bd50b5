/**
 * Lets all rules of the stylesheet hold. The first page is drawn by those it needs (`build/first-styles.ts`); the link that fetches all of
 * them holds for no medium, so that nothing waits for it.
 * @throws when they cannot be fetched.
 */
export async function holdAllStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[media="not all"]')
  if (!link) return
  const fetched = hasRules(link) ? link : await fetchAgain(link)
  fetched.media = ''
}

/** What could not be fetched is a sheet, too, of which nothing may be read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules.length)
  } catch {
    return false
  }
}

/** Whether it failed before anybody listened, a link does not say. What is on its way is not asked for twice. */
function fetchAgain(link: HTMLLinkElement): Promise<HTMLLinkElement> {
  const again = link.cloneNode() as HTMLLinkElement
  const fetched = new Promise<HTMLLinkElement>((resolve, reject) => {
    again.onload = () => resolve(again)
    again.onerror = reject
  })
  link.replaceWith(again)
  return fetched
}
