/** Leaves this page for a fresh one, the first of the site unless told otherwise: only that has nothing of a person in memory, nor a place in their quiz in its history. */
export function hardReload(path = '/'): void {
  // Browsers keep an entry's state when the page is replaced by itself.
  history.replaceState(null, '')
  location.replace(path)
}
