import { type RawBuilder, sql } from 'kysely'

/**
 * The days of a program whose message WhatsApp took and did not give back since, each once, in any of its rounds. The day a
 * program stands at is no witness: it can be moved by hand over days that nobody was sent.
 */
export const sentDays: RawBuilder<number[]> = sql`(
  select coalesce(jsonb_agg(distinct day), '[]') from public.messages
  where subscription_id = subscriptions.id and status in ('sent', 'delivered', 'read'))`
