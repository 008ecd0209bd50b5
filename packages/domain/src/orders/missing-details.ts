import { checkPhone } from '../quiz/contact.ts'
import type { Buyer } from './order.ts'

/** What keeps a program from reaching its buyer, by what would have to be known of them. */
export type MissingDetail = 'email' | 'phone' | 'subcategory'

/**
 * What has to be known of a buyer before a program may be sold to them: where it is sent, which of the six it is, and whom
 * it belongs to. Empty when all of it is known.
 */
export function missingDetails({ email, phone, subcategory }: Pick<Buyer, MissingDetail>): MissingDetail[] {
  return [
    ...(email ? [] : ['email' as const]),
    ...(phone !== null && checkPhone(phone) === null ? [] : ['phone' as const]),
    ...(subcategory ? [] : ['subcategory' as const]),
  ]
}
