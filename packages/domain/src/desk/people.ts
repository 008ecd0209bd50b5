import type { StaffNeed } from '../auth/roles.ts'
import { almatyDayStart } from '../time/almaty.ts'

/** How far the owner is with a person. */
export const personStatuses = ['new', 'talking', 'client', 'closed'] as const
export type PersonStatus = (typeof personStatuses)[number]

/** Looks at the people's list that are there from the start. */
export const readyViews = ['waiting', 'yesterday', 'agreed', 'stands', 'arrange', 'contact', 'due'] as const
export type ReadyView = (typeof readyViews)[number]

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
export const programStandsMs = 36 * 3_600_000

/** What is known of a program's standing at the desk. */
export const programStates = ['active', 'paused', 'finished', 'cancelled'] as const
export type ProgramState = (typeof programStates)[number]

/**
 * Returns true when a program stands: it is under way, nobody halted it, and no day has moved for
 * too long.
 */
export function programStands(movedAt: Date | null, now: Date): boolean {
  return movedAt !== null && now.getTime() - movedAt.getTime() > programStandsMs
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
export function needsOfFilter(filter: { category?: string | undefined }): StaffNeed {
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
 * The words that what was typed is looked for by, as the database keeps them: small letters, no «ё», and a number as WhatsApp
 * writes it, or the last digits that somebody remembers of one.
 */
export function searchWords(typed: string): string[] {
  const text = typed.trim().toLowerCase().replaceAll('ё', 'е')
  const digits = text.replace(/\D/g, '')
  if (digits.length >= 3 && /^[\d\s()+.–—‑-]+$/.test(text)) {
    return [digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits]
  }
  if (text.includes('@')) return [text]
  return text
    .split(/[\s,.;:()«»"-]+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
}
