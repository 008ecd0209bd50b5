import { type RawBuilder, sql } from 'kysely'

/**
 * The days of a program that WhatsApp accepted and did not fail later, in any round. The program's
 * current day does not tell, because it can be moved manually.
 */
export const sentDays: RawBuilder<number[]> = sql`(
  select coalesce(jsonb_agg(distinct day), '[]') from public.messages
  where subscription_id = subscriptions.id and status in ('sent', 'delivered', 'read'))`
