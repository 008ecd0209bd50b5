import { isRecord } from '@app/domain/is-record'

/** The open dialogs from the lowest up: what closes each. */
const open: (() => void)[] = []

/** The router's count of the page's own entry, below those of its dialogs, while this file leads back to it. */
let pageIndex: number | null = null
let isReturning = false
/** What replaces the page once it has led there. */
let next: (() => void) | null = null

/**
 * Gives each open dialog an entry of the browser's history, so that Back closes it and stays on the page. An entry whose dialog is closed, by its
 * button, by a reload or before a Forward, is left again. The router and the quiz see none of it: the page below is the same.
 */
export function watchDialogHistory(): void {
  addEventListener('popstate', onPop, true)
  settle()
}

/** Returns what is to be called once the dialog is closed. */
export function addDialog(close: () => void): () => void {
  open.push(close)
  settleSoon()
  return () => {
    open.splice(open.indexOf(close), 1)
    settleSoon()
  }
}

/** Replaces the page from its own entry, so that none of a dialog stays behind it. */
export function belowDialogs(replacePage: () => void): void {
  const { depth } = readEntry()
  if (depth === 0) replacePage()
  else {
    next = replacePage
    if (!isReturning) leave(depth)
  }
}

function onPop(event: PopStateEvent): void {
  const { depth, page } = readEntry()
  const isOwn = page === pageIndex && (isReturning || depth < open.length)
  isReturning = next !== null
  if (isOwn) event.stopImmediatePropagation()
  for (const close of open.slice(depth).reverse()) close()
  // Whoever replaces the page has its entries left as they are: a dialog that is not closed any more would lay another one.
  if (next) next()
  else settleSoon()
}

/** After what a press has begun: a dialog that closes may open another one or lead to another page, which then takes its entry. */
function settleSoon(): void {
  setTimeout(settle)
}

function settle(): void {
  const { depth, page } = readEntry()
  if (isReturning || depth === open.length) return
  pageIndex = page
  if (depth > open.length) leave(depth - open.length)
  for (let dialogDepth = depth + 1; dialogDepth <= open.length; dialogDepth++)
    history.pushState({ ...history.state, dialogDepth, idx: page + dialogDepth }, '')
}

function leave(entries: number): void {
  isReturning = true
  history.go(-entries)
}

/** How many dialogs the current entry stands for, and the router's count of the page's entry below them. */
function readEntry(): { depth: number; page: number } {
  const { dialogDepth, idx }: Record<string, unknown> = isRecord(history.state) ? history.state : {}
  const depth = typeof dialogDepth === 'number' ? dialogDepth : 0
  return { depth, page: (typeof idx === 'number' ? idx : 0) - depth }
}
