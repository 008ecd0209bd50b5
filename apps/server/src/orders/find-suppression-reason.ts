import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { Buyer } from '@app/domain/orders/order'
import type { Kysely } from 'kysely'
import { findSuppressions } from '../messages/find-suppressions.ts'
import type { Tables } from '../services/tables.ts'

/** Why a program would stay silent though it knows where to write: СТОП from the phone, or the account's own switch. */
export type SuppressionReason = 'opted_out' | 'withdrawn'

/** What keeps a program's messages from this buyer; null when nothing does. */
export async function findSuppressionReason(
  db: Kysely<Tables>,
  { phone, userId }: Pick<Buyer, 'phone' | 'userId'>,
): Promise<SuppressionReason | null> {
  const reader = { phone: phone === null ? null : toWhatsappNumber(phone), userId }
  const [suppression] = await findSuppressions(db, [reader])
  if (suppression?.optedOut) return 'opted_out'
  return suppression?.withdrawn ? 'withdrawn' : null
}
