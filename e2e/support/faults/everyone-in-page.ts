/*
 * These run in the page: each is sent there whole, so it may use nothing that stands outside of it.
 */

/** Lists the texts that are cut off or make the page scroll sideways at this size. */
export function pastTheEdge(rootPx: number): string[] {
  document.documentElement.style.fontSize = `${rootPx}px`
  const problems: string[] = []
  for (const box of [document.documentElement, ...document.querySelectorAll('[role="dialog"]')]) {
    const over = box.scrollWidth - box.clientWidth
    if (over <= 0) continue
    const past = [...box.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > box.getBoundingClientRect().right + 0.5,
    )
    const widest = past.at(-1)?.outerHTML.slice(0, 80)
    problems.push(`${box.localName} scrolls sideways by ${over} px${widest ? `: ${widest}` : ''}`)
  }
  const scrollsSideways = (element: Element) =>
    element.closest('[role="tablist"], pre, .cm-editor, [aria-hidden="true"], .sr-only') !== null
  // An address in a menu's button is shortened with dots, and told whole by its name.
  const isShortened = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const text = walker.currentNode
    const parent = text.parentElement
    if (
      !parent ||
      !text.textContent?.trim() ||
      scrollsSideways(parent) ||
      isShortened(parent) ||
      !parent.checkVisibility()
    )
      continue
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width > 1 && (right > innerWidth + 1 || left < -1)) {
      problems.push(`«${text.textContent.trim().slice(0, 30)}» is cut off`)
    }
    if (!parent.closest('.option-row, footer')) continue
    // No hyphenation leaves a letter alone: a word that does was broken where there was no room. One too long for any line is left
    // to hyphenation, which this browser has no Russian for.
    for (const { 0: word, index } of text.textContent.matchAll(
      /(?<![а-яё\u00ad])[а-яё]{4,12}(?![а-яё\u00ad])/giu,
    )) {
      const lineOf = (at: number) => {
        range.setStart(text, index + at)
        range.setEnd(text, index + at + 1)
        return range.getBoundingClientRect().top
      }
      if (lineOf(word.length - 1) > lineOf(word.length - 2) + 4)
        problems.push(`«${word}» loses its last letter`)
    }
  }
  for (const list of document.querySelectorAll('ol, ul')) {
    const parts = [...list.querySelectorAll(':scope > li > :first-child')]
    const rows = parts.map((each) => each.getBoundingClientRect())
    const isOver = (at: number) =>
      rows[at]?.top === rows[at + 1]?.top && (rows[at]?.right ?? 0) > (rows[at + 1]?.left ?? 0) + 1
    if (rows.some((_, at) => isOver(at))) problems.push(`«${list.textContent.trim().slice(0, 30)}» overlaps`)
  }
  return problems
}

/** Lists the elements that cannot be told apart in forced colours. */
export function inForcedColours(): string[] {
  const problems: string[] = []
  const nameOf = (element: Element) =>
    `${element.localName} «${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}»`
  const isShown = (element: HTMLElement) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.offsetWidth > 1 &&
    !element.closest('[aria-hidden="true"]')
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const hasEdge = ({ borderTopStyle, borderTopWidth }: CSSStyleDeclaration) =>
    borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0

  for (const control of all('button, a.rounded-full, select, input:not([type="radio"], [type="checkbox"])')) {
    if (!isShown(control)) continue
    // A field may be drawn by what stands around it.
    const drawn = control.localName === 'input' ? [control, control.parentElement] : [control]
    const hasLine = drawn.some((each) => {
      const style = each && getComputedStyle(each)
      return style && (hasEdge(style) || Number.parseFloat(style.borderBottomWidth) > 0)
    })
    if (!hasLine) problems.push(`${nameOf(control)} has no edge`)
  }

  const looks = (input: HTMLElement) =>
    [input, input.closest('label')].map((each) => {
      if (!each) return ''
      const style = getComputedStyle(each)
      const isNative = each === input && style.appearance === 'auto' && isShown(input)
      const { borderTopColor, borderTopWidth, backgroundColor } = style
      return isNative
        ? `drawn by the system, ${input.matches(':checked')}`
        : [borderTopColor, borderTopWidth, backgroundColor].join()
    })
  for (const input of all('[type="radio"], [type="checkbox"]')) {
    if (!(input instanceof HTMLInputElement) || !input.closest('label')) continue
    // What is folded has no look yet, and what lies behind a dialog is looked at without it.
    if (!input.checkVisibility() || input.closest('[aria-hidden="true"]')) continue
    const was = input.checked
    const group = all(`[name="${input.name}"]:checked`) as HTMLInputElement[]
    input.checked = true
    const ticked = looks(input).join()
    input.checked = false
    if (looks(input).join() === ticked)
      problems.push(`${nameOf(input.closest('label') ?? input)} looks the same when ticked`)
    input.checked = was
    for (const each of group) each.checked = true
  }

  const ground = getComputedStyle(document.body).backgroundColor
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  for (const bar of all('[role="progressbar"]')) {
    const grounds = [...bar.children].map((part) => getComputedStyle(part).backgroundColor)
    if (new Set(grounds.filter((each) => each !== ground && each !== canvas)).size < 2) {
      problems.push('how far one is cannot be seen')
    }
  }
  for (const tab of all('[role="tab"][aria-selected="true"]')) {
    const other = all('[role="tab"][aria-selected="false"]')[0]
    const edge = (each: Element) => getComputedStyle(each).borderBottomColor
    if (other && edge(other) === edge(tab)) problems.push(`${nameOf(tab)} looks like the other tabs`)
  }

  const focused = document.activeElement
  const { scrollX, scrollY } = window
  for (const control of all('button:not(:disabled), a[href], input:not([tabindex="-1"]), select, summary')) {
    // A menu tells by a ground which of its items has the focus, once it has drawn it. A tab opens as it is focused.
    const isLeftAlone = '[aria-hidden="true"], [inert], [role="menu"], [role="tab"][aria-selected="false"]'
    if (!control.checkVisibility() || control.closest(isLeftAlone)) continue
    // What has the focus from a press of the mouse shows no ring, and would get none by being focused again.
    if (document.activeElement === control) control.blur()
    control.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
    if (document.activeElement !== control) continue
    const ringed = [control, control.closest('label')].some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth, opacity } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && opacity !== '0'
    })
    if (!ringed) problems.push(`the focus on ${nameOf(control)} cannot be seen`)
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  scrollTo(scrollX, scrollY)
  return problems
}
