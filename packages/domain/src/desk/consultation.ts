import { almatyMinute } from '../time/almaty.ts'

/** The states of a paid consultation. `to_arrange` has no time yet. */
export const consultationStates = ['to_arrange', 'arranged', 'held'] as const
export type ConsultationState = (typeof consultationStates)[number]

/** A consultation has a time once it is arranged. */
export type Consultation =
  | { state: 'to_arrange'; startsAt: null }
  | { state: 'arranged' | 'held'; startsAt: Date }

/** The owner's actions: set a time, mark as held, undo that, and release the time. */
export type ConsultationAction =
  | { action: 'arrange'; startsAt: Date }
  | { action: 'hold' }
  | { action: 'unhold' }
  | { action: 'release' }

export type ConsultationChange =
  | { outcome: 'changed'; consultation: Consultation }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: 'no_time' | 'not_yet' | 'not_held' | 'held' | 'out_of_range' }

const dayMs = 24 * 3_600_000

/**
 * Returns the allowed range of a consultation's time. It includes yesterday for late entries, and
 * excludes other years as mistakes.
 */
export function bookableTimes(now: Date): { from: Date; until: Date } {
  return { from: new Date(now.getTime() - dayMs), until: new Date(now.getTime() + 2 * 365 * dayMs) }
}

export function isBookable(startsAt: Date, now: Date): boolean {
  const { from, until } = bookableTimes(now)
  return startsAt >= from && startsAt <= until
}

/**
 * The terms promise a consultation within this many days of the payment, unless the buyer asks for
 * a later one.
 */
export const consultationDeadlineDays = 14
/** Hours of Almaty at which people talk: from the first, before the second. */
const consultationHours = [8, 22] as const

/** Returns the last day that the terms promise for a consultation. */
export function consultationDeadline(paidAt: Date): Date {
  return new Date(paidAt.getTime() + consultationDeadlineDays * dayMs)
}

export type TimeWarning = 'late' | 'odd_hour'

/**
 * Lists warnings about a consultation's time. They forbid nothing, because the buyer may have asked
 * for it.
 */
export function timeWarnings(startsAt: Date, paidAt: Date): TimeWarning[] {
  const hour = Number(almatyMinute(startsAt).slice(11, 13))
  const [from, until] = consultationHours
  return [
    ...(startsAt > consultationDeadline(paidAt) ? (['late'] as const) : []),
    ...(hour < from || hour >= until ? (['odd_hour'] as const) : []),
  ]
}

/** Decides what an action does to a consultation. Each has one that undoes it; the same twice changes nothing. */
export function changeConsultation(
  known: Consultation,
  action: ConsultationAction,
  now: Date,
): ConsultationChange {
  switch (action.action) {
    case 'arrange':
      if (known.state === 'held') return { outcome: 'refused', reason: 'held' }
      if (known.startsAt?.getTime() === action.startsAt.getTime()) return { outcome: 'unchanged' }
      if (!isBookable(action.startsAt, now)) return { outcome: 'refused', reason: 'out_of_range' }
      return changedTo({ state: 'arranged', startsAt: action.startsAt })
    case 'hold':
      if (known.state === 'held') return { outcome: 'unchanged' }
      if (known.state === 'to_arrange') return { outcome: 'refused', reason: 'no_time' }
      if (known.startsAt > now) return { outcome: 'refused', reason: 'not_yet' }
      return changedTo({ state: 'held', startsAt: known.startsAt })
    case 'unhold':
      if (known.state === 'arranged') return { outcome: 'unchanged' }
      if (known.state === 'to_arrange') return { outcome: 'refused', reason: 'not_held' }
      return changedTo({ state: 'arranged', startsAt: known.startsAt })
    case 'release':
      if (known.state === 'to_arrange') return { outcome: 'unchanged' }
      if (known.state === 'held') return { outcome: 'refused', reason: 'held' }
      return changedTo({ state: 'to_arrange', startsAt: null })
  }
}

function changedTo(consultation: Consultation): ConsultationChange {
  return { outcome: 'changed', consultation }
}
