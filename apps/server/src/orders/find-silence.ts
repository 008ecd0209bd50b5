import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { Buyer } from '@app/domain/orders/order'
import type { Kysely } from 'kysely'
import { findSilences } from '../messages/find-silences.ts'
import type { Tables } from '../services/tables.ts'

/** Why a program would stay silent though it knows where to write: СТОП from the phone, or the account's own switch. */
export type Silence = 'opted_out' | 'withdrawn'

/** What keeps a program's messages from this buyer; null when nothing does. */
export async function findSilence(
  db: Kysely<Tables>,
  { phone, userId }: Pick<Buyer, 'phone' | 'userId'>,
): Promise<Silence | null> {
  const reader = { phone: phone === null ? null : toWhatsappNumber(phone), userId }
  const [silence] = await findSilences(db, [reader])
  if (silence?.optedOut) return 'opted_out'
  return silence?.withdrawn ? 'withdrawn' : null
}
