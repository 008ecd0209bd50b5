/** Leaves this page for a fresh first one: only that has nothing of a person in memory, nor a place in their quiz in its history. */
export function openFreshPage(): void {
  // Browsers keep an entry's state when the page is replaced by itself.
  history.replaceState(null, '')
  location.replace('/')
}
