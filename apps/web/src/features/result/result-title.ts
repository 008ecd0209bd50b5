/** Takes the focus to the result on the page, without moving the page. */
export function focusResultTitle(): void {
  document.getElementById('result-title')?.focus({ preventScroll: true })
}
