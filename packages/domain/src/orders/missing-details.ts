import { checkPhone } from '../quiz/contact.ts'
import type { Buyer } from './order.ts'

/** A missing detail that a program needs. */
export type MissingDetail = 'email' | 'phone' | 'subcategory'

/** Lists the details that a program still needs: the phone, the subcategory and the e-mail. */
export function missingDetails({ email, phone, subcategory }: Pick<Buyer, MissingDetail>): MissingDetail[] {
  return [
    ...(email ? [] : ['email' as const]),
    ...(phone !== null && checkPhone(phone) === null ? [] : ['phone' as const]),
    ...(subcategory ? [] : ['subcategory' as const]),
  ]
}
