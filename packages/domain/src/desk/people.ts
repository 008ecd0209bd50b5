import type { StaffPermission } from '../auth/roles.ts'
import { foldLetters } from '../letters.ts'
import { almatyDayStart } from '../time/almaty.ts'

/** The owner's status for a person. */
export const personStatuses = ['new', 'talking', 'client', 'closed'] as const
export type PersonStatus = (typeof personStatuses)[number]

/** Looks at the people's list that are there from the start. */
export const presetViews = ['waiting', 'yesterday', 'agreed', 'stands', 'arrange', 'contact', 'due'] as const
export type PresetView = (typeof presetViews)[number]

/** Filters of the people list by purchase. */
export const purchaseFilters = ['nothing', 'subscription', 'consultation'] as const
export type PurchaseFilter = (typeof purchaseFilters)[number]

/** Filters by the day on which the quiz was finished, in Almaty. */
export const finishedFilters = ['today', 'yesterday', 'week', 'month'] as const
export type FinishedFilter = (typeof finishedFilters)[number]

export const peopleSorts = ['active', 'finished', 'contact'] as const
export type PeopleSort = (typeof peopleSorts)[number]

/** The filter value for people without a known source. No campaign tag equals it. */
export const noSource = '-'

/**
 * A program without progress for this long counts as stalled: one day, and half a day for delays.
 */
export const programStalledAfterMs = 36 * 3_600_000

/** The states of a program at the desk. */
export const programStates = ['active', 'paused', 'finished', 'cancelled'] as const
export type ProgramState = (typeof programStates)[number]

/** Returns true when an active program has made no progress for too long. */
export function isProgramStalled(movedAt: Date | null, now: Date): boolean {
  return movedAt !== null && now.getTime() - movedAt.getTime() > programStalledAfterMs
}

/** The state of a program as lists, pages and files show it. */
export type ShownProgramState = ProgramState | 'stands' | 'waits' | 'stopped' | 'unreached'

export function shownProgramState(program: {
  state: ProgramState
  stands: boolean
  paused?: boolean
  /** Another program to the same number runs first. */
  waits?: boolean
  /** The number opted out. */
  stopped?: boolean
  /** WhatsApp cannot reach the number. */
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

/** Returns the time range of a filter. Without `until` it ends now. */
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
 * Splits a search into normalized words. A number matches by any six successive digits, or by fewer
 * at its beginning or end.
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

/**
 * Marks digits from the middle of a number. A leading trunk 8 or 0 is dropped, because numbers are
 * stored without it.
 */
function digitsWithin(digits: string): string {
  const rest = digits.replace(/^(8|0+)/, '')
  return digits.length < 6 ? digits : `~${rest.length < 5 ? digits : rest}`
}
