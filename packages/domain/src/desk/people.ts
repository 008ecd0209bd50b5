import type { StaffPermission } from '../auth/roles.ts'
import { foldLetters } from '../letters.ts'
import { almatyDayStart } from '../time/almaty.ts'

/** How far the owner is with a person. */
export const personStatuses = ['new', 'talking', 'client', 'closed'] as const
export type PersonStatus = (typeof personStatuses)[number]

/** Looks at the people's list that are there from the start. */
export const presetViews = ['waiting', 'yesterday', 'agreed', 'stands', 'arrange', 'contact', 'due'] as const
export type PresetView = (typeof presetViews)[number]

/** What a list may be narrowed to by what was bought. */
export const purchaseFilters = ['nothing', 'subscription', 'consultation'] as const
export type PurchaseFilter = (typeof purchaseFilters)[number]

/** When somebody finished the quiz, in days of Almaty. */
export const finishedFilters = ['today', 'yesterday', 'week', 'month'] as const
export type FinishedFilter = (typeof finishedFilters)[number]

export const peopleSorts = ['active', 'finished', 'contact'] as const
export type PeopleSort = (typeof peopleSorts)[number]

/** Asks for those whose source nobody knows. No source is called so: a mark has a letter or a digit. */
export const noSource = '-'

/** A program whose day has not moved for this long stands. Days follow one another every morning; half a day is for delays. */
export const programStalledAfterMs = 36 * 3_600_000

/** What is known of a program's standing at the desk. */
export const programStates = ['active', 'paused', 'finished', 'cancelled'] as const
export type ProgramState = (typeof programStates)[number]

/**
 * Returns true when a program stands: it is under way, nobody halted it, and no day has moved for
 * too long.
 */
export function isProgramStalled(movedAt: Date | null, now: Date): boolean {
  return movedAt !== null && now.getTime() - movedAt.getTime() > programStalledAfterMs
}

/** The way a program is shown, wherever it is: in lists, at its person's and in files. */
export type ShownProgramState = ProgramState | 'stands' | 'waits' | 'stopped' | 'unreached'

export function shownProgramState(program: {
  state: ProgramState
  stands: boolean
  paused?: boolean
  /** Another program to the same number goes first. */
  waits?: boolean
  /** Its number asked for silence. */
  stopped?: boolean
  /** WhatsApp does not reach its number. */
  unreached?: boolean
}): ShownProgramState {
  if (program.state !== 'active') return program.state
  if (program.paused) return 'paused'
  if (program.waits) return 'waits'
  if (program.stopped) return 'stopped'
  if (program.unreached) return 'unreached'
  return program.stands ? 'stands' : 'active'
}

/** Categories follow from answers about health, so looking for them needs as much as reading them. */
export function permissionForFilter(filter: { category?: string | undefined }): StaffPermission {
  return filter.category === undefined ? 'people' : 'answers'
}

/** From when, and up to when, a filter of days looks; up to now without an end. */
export function finishedRange(filter: FinishedFilter, now: Date): { from: Date; until: Date | null } {
  switch (filter) {
    case 'today':
      return { from: almatyDayStart(now), until: null }
    case 'yesterday':
      return { from: almatyDayStart(now, 1), until: almatyDayStart(now) }
    case 'week':
      return { from: almatyDayStart(now, 6), until: null }
    case 'month':
      return { from: almatyDayStart(now, 29), until: null }
  }
}

const maxWords = 5

/**
 * The words that what was typed is looked for by, as the database keeps them: folded letters, and a number by any six of its
 * digits in a row, or by fewer at its beginning or end.
 */
export function searchWords(typed: string): string[] {
  const text = foldLetters(typed.trim())
  if (/^[\d\s()+.–—‑-]+$/.test(text)) {
    const digits = text.replace(/\D/g, '')
    if (digits.length >= 3) return [digitsWithin(digits)]
  }
  if (text.includes('@')) return [typed.trim().toLowerCase()]
  return text
    .split(/[\s,.;:()«»"-]+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => (/^\+?\d+$/.test(word) ? digitsWithin(word.replace('+', '')) : word))
}

/** The database marks digits that may stand anywhere in a number. A country's own 8 or 0 before a number is not kept with it. */
function digitsWithin(digits: string): string {
  const rest = digits.replace(/^(8|0+)/, '')
  return digits.length < 6 ? digits : `~${rest.length < 5 ? digits : rest}`
}
