import { programDays } from '../orders/products.ts'
import type { SubscriptionState } from './subscription.ts'

type BoughtProgram = {
  createdAt: Date
  phone: string | null
  /** It was bought for somebody else's number. */
  isGift: boolean
  progress: { state: SubscriptionState; currentDay: number }
}

/**
 * A user's programs as their cabinet shows them, each on its own: those under way first, one's own before gifts, in the order they were bought; then
 * those that are over, the newest first. One that was stopped before its first message is no program to look at, unless it is all there is.
 */
export function listedPrograms<Program extends BoughtProgram>(programs: readonly Program[]): Program[] {
  const byAge = [...programs].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const running = byAge.filter(isRunning)
  const over = byAge.filter((program) => !isRunning(program)).reverse()
  const seen = over.filter(({ progress }) => progress.state === 'finished' || progress.currentDay > 0)
  const listed = [
    ...running.filter(({ isGift }) => !isGift),
    ...running.filter(({ isGift }) => isGift),
    ...seen,
  ]
  return listed.length > 0 ? listed : over.slice(0, 1)
}

function isRunning({ progress }: Pick<BoughtProgram, 'progress'>): boolean {
  return progress.state === 'active'
}

/** How many messages of a user's programs are still to come. */
export function messagesLeft(programs: readonly Pick<BoughtProgram, 'progress'>[]): number {
  return programs.reduce(
    (sum, { progress }) => sum + (isRunning({ progress }) ? programDays - progress.currentDay : 0),
    0,
  )
}

/**
 * Returns true when a buyer who asked for another program gives it to somebody: its number is none
 * of theirs. Numbers in digits.
 */
export function isGift(
  phone: string | null,
  programs: readonly Pick<BoughtProgram, 'createdAt' | 'phone' | 'isGift'>[],
  accountPhone: string | null,
): boolean {
  const own = writtenNumbers(programs, accountPhone)
  return phone !== null && own.size > 0 && !own.has(phone)
}

/**
 * Returns true when a gift may not be sent there: the number is its buyer's, by which it would be
 * no gift (`isGift`). Numbers in digits.
 */
export function isOwnNumber(
  phone: string | null,
  programs: readonly Pick<BoughtProgram, 'createdAt' | 'phone' | 'isGift'>[],
  accountPhone: string | null,
): boolean {
  return phone !== null && writtenNumbers(programs, accountPhone).has(phone)
}

/** A buyer's own numbers and those that the programs they bought for themselves write to. */
function writtenNumbers(
  programs: readonly Pick<BoughtProgram, 'createdAt' | 'phone' | 'isGift'>[],
  accountPhone: string | null,
): ReadonlySet<string> {
  return new Set([
    ...ownNumbers(programs, accountPhone),
    ...programs.flatMap((program) => (program.isGift ? [] : (program.phone ?? []))),
  ])
}

/**
 * Returns which of a user's programs follow them to another number: those that write to their old
 * one, which is `accountPhone` and the number of the program they bought first, and those that can
 * write nowhere. What was bought for somebody else's number stays there. Numbers in digits.
 */
export function programsFollowingAccount<Program extends BoughtProgram>(
  programs: readonly Program[],
  accountPhone: string | null,
): Program[] {
  const own = ownNumbers(programs, accountPhone)
  return programs.filter(({ phone, isGift }) => !isGift && (phone === null || own.has(phone)))
}

/** The numbers that are a user's own, as far as is known. */
export function ownNumbers(
  programs: readonly Pick<BoughtProgram, 'createdAt' | 'phone' | 'isGift'>[],
  accountPhone: string | null,
): ReadonlySet<string> {
  const [first] = programs
    .filter(({ isGift }) => !isGift)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return new Set([accountPhone, first?.phone ?? null].filter((phone) => phone !== null))
}

/**
 * Returns true when the buyer may still mend the number of one program alone: it is under way and
 * does not follow them by itself, and either WhatsApp does not reach the number it has, or no
 * message of it is on its way there.
 */
export function canCorrectPhone(
  { progress }: { progress: BoughtProgram['progress'] & { isUndeliverable: boolean } },
  { follows, isOnItsWay }: { follows: boolean; isOnItsWay: boolean },
): boolean {
  if (!isRunning({ progress }) || follows) return false
  return progress.isUndeliverable || (progress.currentDay === 0 && !isOnItsWay)
}
