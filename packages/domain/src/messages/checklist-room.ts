/**
 * The requester's relation to the number: `own` is a signed-in user's verified number, `lead` the
 * number of their lead or result, `stranger` any other.
 */
export type ChecklistStanding = 'own' | 'lead' | 'stranger'

/** The checklists of the last day and the limits. */
export type ChecklistFacts = {
  standing: ChecklistStanding
  /** True when the number opted out. */
  isSilent: boolean
  /** True when the number got a checklist before and never wrote since. */
  isUnanswered: boolean
  toNumber: number
  /** Checklists for this user, to any number. */
  forUser: number
  /** All checklists by the requester's relation. */
  today: Readonly<Record<ChecklistStanding, number>>
  /** Checklists from the requester's network address. */
  fromAddress: { lead: number; stranger: number }
  limits: ChecklistLimits
}

type ChecklistLimits = { perPerson: number; perDay: number; perAddress: number; toStrangers: number }

/** A withheld checklist gets the same answer as a sent one. */
export type ChecklistDecision = 'send' | 'withhold' | 'opted_out' | 'too_many'

/** The shares of the daily limit for unverified numbers; the rest is reserved for verified ones. */
const visitorsShare = 0.6
const strangersShare = 0.1

/**
 * Decides whether a checklist may be sent. WhatsApp limits new businesses, so requesters with
 * weaker proof have lower limits, and a number that never answers gets one checklist. Only the
 * number's own user learns of an opt-out.
 */
export function decideChecklist(facts: ChecklistFacts): ChecklistDecision {
  const isFull = facts.toNumber >= facts.limits.perPerson
  if (facts.standing === 'own') {
    if (facts.isSilent) return 'opted_out'
    return isFull || !hasRoom(facts) ? 'too_many' : 'send'
  }
  if (!hasRoom(facts)) return 'too_many'
  return facts.isSilent || facts.isUnanswered || isFull ? 'withhold' : 'send'
}

function hasRoom({ standing, forUser, today, fromAddress, limits }: ChecklistFacts): boolean {
  if (today.own + today.lead + today.stranger >= limits.perDay) return false
  if (standing === 'own') return forUser < limits.perPerson

  const visitors = today.lead + today.stranger
  if (visitors >= part(limits.perDay, visitorsShare)) return false
  if (fromAddress.lead + fromAddress.stranger >= limits.perAddress) return false
  if (standing === 'lead') return true

  if (today.stranger >= part(limits.perDay, strangersShare)) return false
  return fromAddress.stranger < limits.toStrangers
}

function part(all: number, share: number): number {
  return Math.ceil(all * share)
}
