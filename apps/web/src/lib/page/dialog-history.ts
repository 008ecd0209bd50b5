import { isRecord } from '@app/domain/is-record'

/** Closes each open dialog, from the lowest up. */
const openDialogs: (() => void)[] = []

/** The router's count of the page's own entry, below those of its dialogs, while this file leads back to it. */
let pageIndex: number | null = null
let isReturning = false
/** Replaces the page once its own entry is reached. */
let replacePageLater: (() => void) | null = null

/**
 * Gives each open dialog an entry of the browser's history, so that Back closes it and stays on the page. An entry whose dialog is closed, by its
 * button, by a reload or before a Forward, is left again. The router and the quiz see none of it: the page below is the same.
 */
export function watchDialogHistory(): void {
  addEventListener('popstate', onPop, true)
  matchEntries()
}

/** Returns what is to be called once the dialog is closed. */
export function addDialog(close: () => void): () => void {
  openDialogs.push(close)
  matchEntriesSoon()
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1)
    matchEntriesSoon()
  }
}

/** Replaces the page from its own entry, so that none of a dialog stays behind it. */
export function belowDialogs(replacePage: () => void): void {
  const { depth } = readEntry()
  if (depth === 0) replacePage()
  else {
    replacePageLater = replacePage
    if (!isReturning) leave(depth)
  }
}

function onPop(event: PopStateEvent): void {
  const { depth, page } = readEntry()
  const isOwn = page === pageIndex && (isReturning || depth < openDialogs.length)
  isReturning = replacePageLater !== null
  if (isOwn) event.stopImmediatePropagation()
  for (const close of openDialogs.slice(depth).reverse()) close()
  // Whoever replaces the page has its entries left as they are: a dialog that is not closed any more would lay another one.
  if (replacePageLater) replacePageLater()
  else matchEntriesSoon()
}

/** Waits for the press to end: a closing dialog may open another one or another page, which then takes its entry. */
function matchEntriesSoon(): void {
  setTimeout(matchEntries)
}

function matchEntries(): void {
  const { depth, page } = readEntry()
  if (isReturning || depth === openDialogs.length) return
  pageIndex = page
  if (depth > openDialogs.length) leave(depth - openDialogs.length)
  for (let dialogDepth = depth + 1; dialogDepth <= openDialogs.length; dialogDepth++)
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
