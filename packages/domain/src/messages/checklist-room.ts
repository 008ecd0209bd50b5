/**
 * How whoever asks for a checklist stands to the number it goes to: the `own` number of a signed-in user who paid with
 * it or wrote to us from it, that of a `lead` they left or whose result they hold, or anybody's.
 */
export type ChecklistStanding = 'own' | 'lead' | 'stranger'

/** What has been sent in the last day, and how much of it may be. */
export type ChecklistFacts = {
  standing: ChecklistStanding
  /** Whether this number got a checklist before and has not written to us since. */
  isUnanswered: boolean
  /** To this number, or for this user, whichever is more. */
  toPerson: number
  /** For everybody, by how they stood to the number. */
  today: Readonly<Record<ChecklistStanding, number>>
  /** Of those, from the asker's own address, signed in or not. */
  fromAddress: { lead: number; stranger: number }
  limits: ChecklistLimits
}

export type ChecklistLimits = { perPerson: number; perDay: number; perAddress: number; toStrangers: number }

export type ChecklistDecision = 'send' | 'unanswered' | 'too_many'

/** Parts of the day's checklists that may go to numbers that nobody has proven theirs; the rest is kept for those who did. */
const visitorsShare = 0.6
const strangersShare = 0.1

/**
 * Decides whether a checklist may be sent. WhatsApp lets a new business write to few people a day, so whoever can prove
 * less leaves room for those who can prove more; and a number that does not answer is written to once. Limits come first:
 * to whom they are reached they say nothing about the number.
 */
export function decideChecklist(facts: ChecklistFacts): ChecklistDecision {
  if (!hasRoom(facts)) return 'too_many'
  return facts.standing !== 'own' && facts.isUnanswered ? 'unanswered' : 'send'
}

function hasRoom({ standing, toPerson, today, fromAddress, limits }: ChecklistFacts): boolean {
  if (toPerson >= limits.perPerson) return false
  if (today.own + today.lead + today.stranger >= limits.perDay) return false
  if (standing === 'own') return true

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
