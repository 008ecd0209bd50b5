/**
 * Scrolls a control into view with its label and error, because the browser scrolls only to the
 * control.
 */
export function scrollToWholeField(control: HTMLInputElement): void {
  control.labels?.[0]?.parentElement?.scrollIntoView({ block: 'nearest' })
}
