/**
 * How whoever asks for a checklist stands to the number it goes to: the `own` number of a signed-in user who paid with
 * it or whose message it answered, that of a `lead` they left or whose result they hold, or anybody's.
 */
export type ChecklistStanding = 'own' | 'lead' | 'stranger'

/** What has been sent in the last day, and how much of it may be. */
export type ChecklistFacts = {
  standing: ChecklistStanding
  /** True when this number asked for silence. */
  isSilent: boolean
  /** True when it got a checklist before and has not written to us since. */
  isUnanswered: boolean
  toNumber: number
  /** For this user, to whatever numbers. */
  forUser: number
  /** For everybody, by how they stood to the number. */
  today: Readonly<Record<ChecklistStanding, number>>
  /** Of those, from the asker's own address, signed in or not. */
  fromAddress: { lead: number; stranger: number }
  limits: ChecklistLimits
}

type ChecklistLimits = { perPerson: number; perDay: number; perAddress: number; toStrangers: number }

/** What is withheld is answered as if it were sent. */
export type ChecklistDecision = 'send' | 'withhold' | 'opted_out' | 'too_many'

/** Parts of the day's checklists that may go to numbers that nobody has proven theirs; the rest is kept for those who did. */
const visitorsShare = 0.6
const strangersShare = 0.1

/**
 * Decides whether a checklist may be sent. WhatsApp lets a new business write to few people a day, so whoever can prove
 * less leaves room for those who can prove more; and a number that does not answer is written to once. What a number has said
 * or left unanswered is told to its own user alone: to everybody else it looks like any other, their limits included.
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
