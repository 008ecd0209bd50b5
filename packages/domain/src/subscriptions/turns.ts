import { sentToday } from './daily-plan.ts'

/** One of several programs that write to one number. */
export type Contender = {
  id: string
  boughtAt: Date
  /** The date on which its last day's message was accepted, local to its recipient. */
  lastSentOn: string | null
  /** It is under way: nobody halted it, nobody stopped its messages, and it has what it sends. */
  isGoing: boolean
}

/**
 * Whether `other` makes `waiting`, which writes to the same number, wait today: nobody is sent one morning twice. The program that was bought
 * first goes on to its end, and the next begins on the morning after.
 */
export function holdsBack(other: Contender, waiting: Contender, today: string): boolean {
  if (other.id === waiting.id) return false
  if (sentToday(other.lastSentOn, today)) return true
  return other.isGoing && isEarlier(other, waiting)
}

function isEarlier(one: Contender, other: Contender): boolean {
  const apart = one.boughtAt.getTime() - other.boughtAt.getTime()
  return apart === 0 ? one.id < other.id : apart < 0
}
