import { type RawBuilder, sql } from 'kysely'

/** Selects the number that WhatsApp gave a day of a subscription back for. */
export const undeliverablePhone: RawBuilder<string | null> = sql`(
  select phone from message_contacts where id = unreached_contact_id)`

/** Returns true while a program writes to a number that WhatsApp does not reach. Both are digits. */
export function isUndeliverable(phone: string | null, undeliverable: string | null): boolean {
  return phone !== null && phone === undeliverable
}
