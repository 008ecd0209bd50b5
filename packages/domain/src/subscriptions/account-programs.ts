import { programDays } from '../orders/products.ts'
import type { SubscriptionState } from './subscription.ts'

type BoughtProgram = {
  createdAt: Date
  phone: string | null
  /** True for a program to another person's number. */
  isGift: boolean
  progress: { state: SubscriptionState; currentDay: number }
}

/**
 * Sorts a user's programs for the cabinet: active ones first, own before gifts, by purchase; then
 * finished ones, newest first. A program that was stopped before its first message is listed only
 * alone.
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

/** Counts the remaining messages of a user's programs. */
export function messagesLeft(programs: readonly Pick<BoughtProgram, 'progress'>[]): number {
  return programs.reduce(
    (sum, { progress }) => sum + (isRunning({ progress }) ? programDays - progress.currentDay : 0),
    0,
  )
}

/**
 * Returns true when the number of another program belongs to none of the buyer's own. Numbers are
 * digits.
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

/** Returns the buyer's own numbers and the numbers of the programs for themselves. */
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
 * Returns the programs that follow a user to a new number: those to `accountPhone` or to the first
 * program's number, and those without a usable number. Gifts stay. Numbers are digits.
 */
export function programsFollowingAccount<Program extends BoughtProgram>(
  programs: readonly Program[],
  accountPhone: string | null,
): Program[] {
  const own = ownNumbers(programs, accountPhone)
  return programs.filter(({ phone, isGift }) => !isGift && (phone === null || own.has(phone)))
}

/** Returns the user's known own numbers. */
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
 * Returns true when the buyer may correct the number of one active program: WhatsApp cannot reach
 * it, or no message is in transit, and it does not follow the account.
 */
export function canCorrectPhone(
  { progress }: { progress: BoughtProgram['progress'] & { isUndeliverable: boolean } },
  { follows, isOnItsWay }: { follows: boolean; isOnItsWay: boolean },
): boolean {
  if (!isRunning({ progress }) || follows) return false
  return progress.isUndeliverable || (progress.currentDay === 0 && !isOnItsWay)
}
