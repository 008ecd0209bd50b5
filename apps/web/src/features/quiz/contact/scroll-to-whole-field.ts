/** Brings a control into view with its words and what is wrong with it: of its own accord the browser looks at the control alone. */
export function scrollToWholeField(control: HTMLInputElement): void {
  control.labels?.[0]?.parentElement?.scrollIntoView({ block: 'nearest' })
}
