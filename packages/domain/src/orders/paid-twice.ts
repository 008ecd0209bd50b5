import { toWhatsappNumber } from '../messages/phone.ts'
import type { Order } from './order.ts'

type BoughtProduct = Pick<Order, 'product' | 'test' | 'isGift' | 'isPlacedSignedIn'> & {
  buyer: Pick<Order['buyer'], 'userId' | 'email' | 'phone'>
}

type NewPurchase = BoughtProduct & Pick<Order, 'isConfirmedDuplicate'>

/** A paid order whose program is under way, or whose consultation is still to be held, when `isRunning`. */
export type EarlierPurchase = BoughtProduct & { isRunning: boolean }

/**
 * Returns true when an order that is being paid seems to be a purchase that was paid already, say on another device: one person's, of one
 * product for one number, while the first is not over. Nobody is asked there whether they want one more, since the two orders were
 * placed before either was paid, or by a visitor who proved nothing.
 */
export function isPaidTwice(paid: NewPurchase, earlier: EarlierPurchase): boolean {
  if (paid.isConfirmedDuplicate || paid.isGift || earlier.isGift || !earlier.isRunning) return false
  if (paid.product !== earlier.product || paid.test !== earlier.test) return false
  const isSameAccount = paid.buyer.userId !== null && paid.buyer.userId === earlier.buyer.userId
  const [number, earlierNumber] = [whatsappNumberOf(paid), whatsappNumberOf(earlier)]
  if (number === null || earlierNumber === null) return isSameAccount && number === earlierNumber
  return number === earlierNumber && (isSameAccount || haveSameEmail(paid, earlier))
}

/**
 * Returns true when a duplicate is paused until the owner decides. What its buyer placed signed in is not paused for an order
 * that was placed by a typed address and number alone, which anybody may have done.
 */
export function isPausedFor(
  duplicate: Pick<Order, 'isPlacedSignedIn'>,
  original: Pick<Order, 'isPlacedSignedIn'>,
): boolean {
  return original.isPlacedSignedIn || !duplicate.isPlacedSignedIn
}

/** Returns the oldest purchase that `paid` repeats, and rather one that pauses it; null without any. `earlier` is sorted from the oldest. */
export function findOriginal<Earlier extends EarlierPurchase>(
  paid: NewPurchase,
  earlier: readonly Earlier[],
): Earlier | null {
  const repeated = earlier.filter((each) => isPaidTwice(paid, each))
  return repeated.find((each) => isPausedFor(paid, each)) ?? repeated[0] ?? null
}

const whatsappNumberOf = ({ buyer }: BoughtProduct) => buyer.phone && toWhatsappNumber(buyer.phone)

function haveSameEmail(one: BoughtProduct, other: BoughtProduct): boolean {
  const email = one.buyer.email?.toLowerCase()
  return email !== undefined && email === other.buyer.email?.toLowerCase()
}
