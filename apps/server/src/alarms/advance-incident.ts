import type { Moment } from '@app/contracts/incidents'
import type { IncidentRule, Observation } from './incident.ts'

/** The way one kind of trouble stands: what every process of the installation knows of it. */
export type IncidentState = {
  /** The time of the last observation. */
  seenAt: Date | null
  /** The start of the unbroken bad period; null while good. */
  badSince: Date | null
  /** The time of the alert; null while no incident is open. */
  openedAt: Date | null
  /** The start of the unbroken good period of an open incident. */
  calmSince: Date | null
  /** The time when the one before ended. */
  endedAt: Date | null
  /** The number of times that an open one was recalled. */
  reminders: number
  /** The number of times that it has come back within a day of its end, time after time. */
  returns: number
}

export type IncidentAdvance = { state: IncidentState; tell: Moment | null }

export const initialIncidentState: IncidentState = {
  seenAt: null,
  badSince: null,
  openedAt: null,
  calmSince: null,
  endedAt: null,
  reminders: 0,
  returns: 0,
}

const day = 24 * 60 * 60 * 1000

/** The days after which an open incident is reported again; then every week. */
const reminderDays = [1, 3, 7]

/**
 * Each recurrence multiplies the required good period, so that a flapping value sends few messages.
 */
const cooldownGrowth = 4
/** The minimum calm time before a returned incident ends. */
const minReturnMs = 15 * 60_000

/**
 * Advances an incident by one observation: it may open, send a reminder or end. A second
 * observation of the same moment changes nothing.
 */
export function advanceIncident(
  before: IncidentState,
  seen: Observation['seen'],
  rule: IncidentRule,
  now: Date,
): IncidentAdvance {
  const state = { ...resetAfterGap(before, rule, now), seenAt: now }
  if (seen === 'unclear') return { state, tell: null }
  if (seen === 'bad') return advanceBad({ ...state, calmSince: null }, rule, now)
  return advanceGood({ ...state, badSince: null }, rule, now)
}

function advanceBad(state: IncidentState, rule: IncidentRule, now: Date): IncidentAdvance {
  const badSince = earliestOf(state.badSince, now)
  if (state.openedAt === null) {
    if (now.getTime() - badSince.getTime() < rule.opensAfterMs) {
      return { state: { ...state, badSince }, tell: null }
    }
    const isBack = rule.tellsEnd && state.endedAt !== null && now.getTime() - state.endedAt.getTime() < day
    const returns = isBack ? state.returns + 1 : 0
    return { state: { ...state, badSince, openedAt: now, reminders: 0, returns }, tell: 'opened' }
  }
  if (now.getTime() < reminderAt(state.openedAt, state.reminders)) {
    return { state: { ...state, badSince }, tell: null }
  }
  return { state: { ...state, badSince, reminders: state.reminders + 1 }, tell: 'reminded' }
}

function advanceGood(state: IncidentState, rule: IncidentRule, now: Date): IncidentAdvance {
  if (state.openedAt === null) return { state, tell: null }
  const calmSince = earliestOf(state.calmSince, now)
  if (now.getTime() - calmSince.getTime() < requiredCalmMs(state, rule)) {
    return { state: { ...state, calmSince }, tell: null }
  }
  return {
    state: { ...state, openedAt: null, calmSince: null, endedAt: now },
    tell: rule.tellsEnd ? 'ended' : null,
  }
}

function requiredCalmMs({ returns }: IncidentState, { endsAfterMs }: IncidentRule): number {
  if (returns === 0) return endsAfterMs
  return Math.min(Math.max(endsAfterMs, minReturnMs) * cooldownGrowth ** returns, day)
}

function reminderAt(openedAt: Date, reminders: number): number {
  const known = reminderDays[reminders]
  const days = known ?? 7 * (reminders - reminderDays.length + 2)
  return openedAt.getTime() + days * day
}

/** Resets the periods after a gap without observations. */
function resetAfterGap(state: IncidentState, { everyMs }: IncidentRule, now: Date): IncidentState {
  const isGap = state.seenAt !== null && now.getTime() - state.seenAt.getTime() > 3 * everyMs
  return isGap ? { ...state, badSince: null, calmSince: null } : state
}

/** A clock that was set back counts from now on. */
function earliestOf(since: Date | null, now: Date): Date {
  return since !== null && since <= now ? since : now
}
