import { toWhatsappNumber } from '../messages/phone.ts'
import type { Order } from './order.ts'

type BoughtProduct = Pick<Order, 'product' | 'test' | 'isGift' | 'isPlacedSignedIn'> & {
  buyer: Pick<Order['buyer'], 'userId' | 'email' | 'phone'>
}

type NewPurchase = BoughtProduct & Pick<Order, 'isConfirmedDuplicate'>

/** `isRunning` is true for an active program or a consultation that has not been held. */
export type EarlierPurchase = BoughtProduct & { isRunning: boolean }

/**
 * Returns true when a paid order probably duplicates an earlier one: the same person, product and
 * number, while the earlier one is running. Such orders come from two devices, or from a visitor
 * without proof.
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
 * Returns true when a duplicate waits for the owner's decision. A signed-in purchase does not wait
 * because of an order that anybody could have placed with the typed contact.
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
