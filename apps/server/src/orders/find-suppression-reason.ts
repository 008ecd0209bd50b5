import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { Buyer } from '@app/domain/orders/order'
import type { Kysely } from 'kysely'
import { findSuppressions } from '../messages/find-suppressions.ts'
import type { Tables } from '../services/tables.ts'

/**
 * The reason why no message is sent to a known number: СТОП in WhatsApp, or the switch in the
 * account.
 */
export type SuppressionReason = 'opted_out' | 'withdrawn'

/** Finds the reason why a program would not write to this buyer, or null when it would. */
export async function findSuppressionReason(
  db: Kysely<Tables>,
  { phone, userId }: Pick<Buyer, 'phone' | 'userId'>,
): Promise<SuppressionReason | null> {
  const reader = { phone: phone === null ? null : toWhatsappNumber(phone), userId }
  const [suppression] = await findSuppressions(db, [reader])
  if (suppression?.optedOut) return 'opted_out'
  return suppression?.withdrawn ? 'withdrawn' : null
}
