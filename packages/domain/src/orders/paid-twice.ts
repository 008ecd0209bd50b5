import { toWhatsappNumber } from '../messages/phone.ts'
import type { Order } from './order.ts'

export type BoughtProduct = Pick<Order, 'product' | 'test' | 'isGift'> & {
  buyer: Pick<Order['buyer'], 'userId' | 'email' | 'phone'>
}

/** A paid order whose program is under way, or whose consultation is still to be held, when `isRunning`. */
export type EarlierPurchase = BoughtProduct & { isRunning: boolean }

/**
 * Whether an order that is being paid seems to be a purchase that was paid already, say on another device: one person's, of one
 * product for one number, while the first is not over. Nobody is asked there whether they want one more, since the two orders were
 * placed before either was paid, or by a visitor who proved nothing.
 */
export function isPaidTwice(
  paid: BoughtProduct & Pick<Order, 'isWantedAgain'>,
  earlier: EarlierPurchase,
): boolean {
  if (paid.isWantedAgain || paid.isGift || earlier.isGift || !earlier.isRunning) return false
  if (paid.product !== earlier.product || paid.test !== earlier.test) return false
  const isSameAccount = paid.buyer.userId !== null && paid.buyer.userId === earlier.buyer.userId
  const [number, earlierNumber] = [numberOf(paid), numberOf(earlier)]
  if (number === null || earlierNumber === null) return isSameAccount && number === earlierNumber
  return number === earlierNumber && (isSameAccount || haveSameEmail(paid, earlier))
}

const numberOf = ({ buyer }: BoughtProduct) => buyer.phone && toWhatsappNumber(buyer.phone)

function haveSameEmail(one: BoughtProduct, other: BoughtProduct): boolean {
  const email = one.buyer.email?.toLowerCase()
  return email !== undefined && email === other.buyer.email?.toLowerCase()
}
