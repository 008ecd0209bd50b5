import { programDays } from '../orders/products.ts'
import type { SubscriptionState } from './subscription.ts'

type Bought = {
  createdAt: Date
  phone: string | null
  progress: { state: SubscriptionState; currentDay: number }
}

/** Which of a user's programs their cabinet shows: of those under way the one bought first, else the newest; null without any. */
export function shownOf<Program extends Bought>(programs: readonly Program[]): Program | null {
  const byAge = programs.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return byAge.find(({ progress }) => progress.state === 'active') ?? byAge.at(-1) ?? null
}

/** How many messages of a user's programs are still to come. */
export function messagesLeft(programs: readonly Pick<Bought, 'progress'>[]): number {
  return programs.reduce(
    (sum, { progress }) => sum + (progress.state === 'active' ? programDays - progress.currentDay : 0),
    0,
  )
}

/**
 * Which of a user's programs follow them to another number: those that write to their old one, which is `accountPhone` and the number of the program
 * they bought first, and those that can write nowhere. What was bought for somebody else's number stays there. Numbers in digits.
 */
export function movedWith<Program extends Bought>(
  programs: readonly Program[],
  accountPhone: string | null,
): Program[] {
  const own = ownNumbers(programs, accountPhone)
  return programs.filter(({ phone }) => phone === null || own.has(phone))
}

/** The numbers that are a user's own, as far as is known. */
export function ownNumbers(
  programs: readonly Pick<Bought, 'createdAt' | 'phone'>[],
  accountPhone: string | null,
): ReadonlySet<string> {
  const [first] = programs.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return new Set([accountPhone, first?.phone ?? null].filter((phone) => phone !== null))
}
