import { almatyMinute } from '../time/almaty.ts'

/** How far a paid consultation is. `to_arrange`: it has no time yet. */
export const consultationStates = ['to_arrange', 'arranged', 'held'] as const
export type ConsultationState = (typeof consultationStates)[number]

/** A consultation's time is known from when it is arranged. */
export type Consultation =
  | { state: 'to_arrange'; startsAt: null }
  | { state: 'arranged' | 'held'; startsAt: Date }

/** What the owner asks for: a time, that it was held, that it was not after all, that its time is gone. */
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
 * Returns the limits of a consultation's time: one of yesterday is written down late; another year
 * than meant is a slip of the finger.
 */
export function bookableTimes(now: Date): { from: Date; until: Date } {
  return { from: new Date(now.getTime() - dayMs), until: new Date(now.getTime() + 2 * 365 * dayMs) }
}

export function isBookable(startsAt: Date, now: Date): boolean {
  const { from, until } = bookableTimes(now)
  return startsAt >= from && startsAt <= until
}

/** Within so many days of the payment the terms promise a consultation, unless its buyer asks for a later day. */
export const consultationDeadlineDays = 14
/** Hours of Almaty at which people talk: from the first, before the second. */
const consultationHours = [8, 22] as const

/** Until when the terms promise a consultation that was paid then. */
export function consultationDeadline(paidAt: Date): Date {
  return new Date(paidAt.getTime() + consultationDeadlineDays * dayMs)
}

export type TimeWarning = 'late' | 'odd_hour'

/**
 * Lists doubts about a time for a consultation. None of them forbids the time: its buyer may have
 * asked for it.
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
