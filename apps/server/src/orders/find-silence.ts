import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { Buyer } from '@app/domain/orders/order'
import type { Kysely } from 'kysely'
import { listWithdrawn } from '../consents/consent-repository.ts'
import { hasOptedOut } from '../messages/contact-repository.ts'
import type { Tables } from '../services/tables.ts'

/** Why a program would stay silent though it knows where to write: СТОП from the phone, or the account's own switch. */
export type Silence = 'opted_out' | 'withdrawn'

/** What keeps a program's messages from this buyer; null when nothing does. */
export async function findSilence(
  db: Kysely<Tables>,
  { phone, userId }: Pick<Buyer, 'phone' | 'userId'>,
): Promise<Silence | null> {
  const digits = phone === null ? null : toWhatsappNumber(phone)
  if (digits !== null && (await hasOptedOut(db, digits))) return 'opted_out'
  const withdrawn = userId === null ? null : await listWithdrawn(db, 'messages', [userId])
  return withdrawn?.size ? 'withdrawn' : null
}
