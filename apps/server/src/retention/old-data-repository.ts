import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** Whose owner was last seen before an instant, in whatever way; administrators run the product and are not visitors. */
const isDormant = (before: Date) => sql<boolean>`
  coalesce(users.raw_app_meta_data ->> 'role', '') <> 'admin'
  and greatest(
    users.created_at,
    users.last_sign_in_at,
    (select max(greatest(created_at, updated_at)) from auth.sessions where user_id = users.id),
    (select max(created_at) from public.quiz_leads where user_id = users.id),
    (select max(greatest(created_at, paid_at)) from public.orders where user_id = users.id),
    (select max(accepted_at) from public.consents where user_id = users.id),
    (select max(inbound_messages.written_at) from public.inbound_messages
      join public.messages using (contact_id) where messages.user_id = users.id)
  ) < ${before}`

/** Accounts that were not used since `before`, in the order of their ids. */
export async function listDormantAccounts(
  db: Kysely<Tables>,
  { before, afterId, limit }: { before: Date; afterId: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from auth.users
    where (${afterId}::uuid is null or id > ${afterId}::uuid) and created_at < ${before} and ${isDormant(before)}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes an account with everything about its owner, unless they came back in the meantime. */
export function deleteDormantAccount(
  db: Kysely<Tables>,
  id: string,
  before: Date,
): Promise<'deleted' | 'owns_files' | 'in_use'> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ owns_files: boolean }>`
      select exists (select from public.list_account_files(id)) as owns_files
      from auth.users where id = ${id}::uuid and ${isDormant(before)} for update`.execute(trx)
    if (!rows[0]) return 'in_use'
    if (rows[0].owns_files) return 'owns_files'
    await sql`select public.delete_account(${id}::uuid)`.execute(trx)
    return 'deleted'
  })
}

/** Takes from old orders of nobody's account everything that says whose they were, with their programs. */
export function stripOldOrders(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    with old as (
      select id from public.orders
      where user_id is null and greatest(created_at, paid_at) < ${before}
        and coalesce(email, name, phone, category, subcategory, lead_id::text) is not null
      order by id limit ${limit} for update skip locked
    ), programs as (
      delete from public.subscriptions where order_id in (select id from old)
    ), intents as (
      delete from public.order_intents where order_id in (select id from old)
    ), stripped as (
      update public.orders
      set email = null, name = null, phone = null, category = null, subcategory = null, lead_id = null, updated_at = now()
      where id in (select id from old)
      returning id
    )
    select id, calls.done
    from stripped, (select public.strip_payment_calls(array_agg(id)) as done from stripped) as calls`,
  )
}

/** Deletes old leads of nobody's account with their consents, unless something younger was bought from them. */
export function deleteOldLeads(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    with old as (
      select id from public.quiz_leads
      where user_id is null and created_at < ${before}
        and not exists (select from public.orders where lead_id = quiz_leads.id)
      order by id limit ${limit} for update skip locked
    ), given as (
      delete from public.consents
      where lead_id in (select id from old) or (lead_id is null and user_id is null and accepted_at < ${before})
    )
    delete from public.quiz_leads where id in (select id from old) returning id`,
  )
}

/** Deletes old messages of nobody's account: checklists of visitors, confirmations. */
export function deleteOldMessages(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.messages where id in (
      select id from public.messages
      where user_id is null and subscription_id is null and send_state = 'done' and created_at < ${before}
      order by id limit ${limit} for update skip locked)
    returning id`,
  )
}

/**
 * Deletes phones that nobody has written to or from since. One whose owner asked for silence is kept for that alone, or
 * the next message would break the promise.
 */
export function deleteOldContacts(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.message_contacts where id in (
      select id from public.message_contacts
      where opted_out_at is null and greatest(created_at, last_inbound_at) < ${before}
        and not exists (select from public.messages where contact_id = message_contacts.id)
        and not exists (select from public.inbound_messages where contact_id = message_contacts.id)
      order by id limit ${limit} for update skip locked)
    returning id`,
  )
}

/** Deletes what was audited before. The database lets nothing younger go by its own clock, so that is asked, too. */
export function deleteOldAudits(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.audit_events where id in (
      select id from public.audit_events where at < least(${before}, now() - interval '3 years') order by id limit ${limit} for update skip locked)
    returning id`,
  )
}

async function count(db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<number> {
  return (await statement.execute(db)).rows.length
}
