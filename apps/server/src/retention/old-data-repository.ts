import { metadataRoles, staffRoles } from '@app/domain/auth/roles'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { lockSignIns } from '../accounts/lock-sign-ins.ts'
import type { Tables } from '../services/tables.ts'

/** An SQL condition for users without a visit since an instant. Staff never match. */
const isDormant = (before: Date) => sql<boolean>`
  coalesce(users.raw_app_meta_data ->> 'role', '') not in (${sql.join(staffRoles.map((role) => metadataRoles[role]))})
  and greatest(
    users.created_at,
    users.last_sign_in_at,
    (select max(greatest(created_at, updated_at)) from auth.sessions where user_id = users.id),
    (select max(created_at) from public.quiz_leads where user_id = users.id),
    (select max(greatest(created_at, paid_at)) from public.orders where user_id = users.id),
    (select max(accepted_at) from public.consents where user_id = users.id),
    (select max(written_at) from public.inbound_messages
      where contact_id in (select contact_id from public.messages where messages.user_id = users.id))
  ) < ${before}`

/** The position in the list of accounts, by creation. */
export type AccountCursor = { id: string; createdAt: string }

/** Accounts that were not used since `before`, oldest first. Younger ones are not even looked at. */
export async function listDormantAccounts(
  db: Kysely<Tables>,
  { before, after, limit }: { before: Date; after: AccountCursor | null; limit: number },
): Promise<AccountCursor[]> {
  const rest = after
    ? sql`(created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  // As text, because the driver's dates lose microseconds.
  const { rows } = await sql<AccountCursor>`
    select id, created_at::text as "createdAt" from auth.users
    where created_at < ${before} and ${rest} and ${isDormant(before)}
    order by created_at, id limit ${limit}`.execute(db)
  return rows
}

/** Deletes an account with everything about its owner, unless they came back in the meantime. */
export function deleteDormantAccount(
  db: Kysely<Tables>,
  id: string,
  before: Date,
): Promise<'deleted' | 'owns_files' | 'in_use'> {
  return db.transaction().execute(async (trx) => {
    await lockSignIns(trx, id)
    const { rows } = await sql<{ owns_files: boolean }>`
      select exists (select from public.list_account_files(id)) as owns_files
      from auth.users where id = ${id}::uuid and ${isDormant(before)} for update`.execute(trx)
    if (!rows[0]) return 'in_use'
    if (rows[0].owns_files) return 'owns_files'
    await sql`select public.delete_account(${id}::uuid)`.execute(trx)
    return 'deleted'
  })
}

/**
 * Anonymizes old orders without an account, with their programs. The ids are a list, because the
 * planner overestimates a join.
 */
export function anonymizeOldOrders(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    with old as (
      select id from public.orders
      where user_id is null and greatest(created_at, paid_at) < ${before}
        and coalesce(email, name, phone, category, subcategory, lead_id::text) is not null
      order by greatest(created_at, paid_at) limit ${limit} for update skip locked
    ), programs as (
      delete from public.subscriptions where order_id = any (array(select id from old))
    ), intents as (
      delete from public.order_intents where order_id = any (array(select id from old))
    ), stripped as (
      update public.orders
      set email = null, name = null, phone = null, category = null, subcategory = null, lead_id = null, updated_at = now()
      where id = any (array(select id from old))
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
        -- Asked of one lead after the other by the index: without the offset it may become a join with all orders.
        and not exists (select from public.orders where lead_id = quiz_leads.id offset 0)
      order by created_at limit ${limit} for update skip locked
    ), given as (
      delete from public.consents where lead_id = any (array(select id from old))
    )
    delete from public.quiz_leads where id = any (array(select id from old)) returning id`,
  )
}

/** Deletes old consents that neither an account nor a lead has any more. */
export function deleteOldConsents(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.consents where id in (
      select id from public.consents
      where lead_id is null and user_id is null and accepted_at < ${before}
      order by accepted_at limit ${limit} for update skip locked)
    returning id`,
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
      order by created_at limit ${limit} for update skip locked)
    returning id`,
  )
}

/** Deletes contacts without recent messages. Opted-out contacts stay, to honour the opt-out. */
export function deleteOldContacts(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.message_contacts where id in (
      select id from public.message_contacts
      where opted_out_at is null and greatest(created_at, last_inbound_at) < ${before}
        and not exists (select from public.messages where contact_id = message_contacts.id)
        and not exists (select from public.inbound_messages where contact_id = message_contacts.id)
      order by greatest(created_at, last_inbound_at) limit ${limit} for update skip locked)
    returning id`,
  )
}

/** Deletes old audit events. The database also refuses younger ones by its own clock. */
export function deleteOldAudits(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.audit_events where id in (
      select id from public.audit_events where at < least(${before}, now() - interval '3 years')
      order by at limit ${limit} for update skip locked)
    returning id`,
  )
}

/**
 * Deletes the history of former staff whose actions are all deleted. The last row of an existing
 * account stays.
 */
export function deleteOldStaff(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.staff_history where id in (
      select id from public.staff_history as known
      where not exists (select from public.staff where staff.user_id = known.user_id)
        and not exists (select from public.staff_history as later
          where later.user_id = known.user_id and later.since >= least(${before}, now() - interval '3 years'))
        and (not exists (select from auth.users where users.id = known.user_id)
          or exists (select from public.staff_history as later
            where later.user_id = known.user_id and (later.since, later.id) > (known.since, known.id)))
      order by id limit ${limit} for update skip locked)
    returning id`,
  )
}

/** Deletes contacts imported before then. People who came since have rows of their own. */
export function deleteOldImportedContacts(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.imported_contacts where id in (
      select contacts.id from public.imported_contacts contacts
      join public.contact_imports imports on imports.id = import_id
      where imports.created_at < ${before}
      order by contacts.id limit ${limit})
    returning id`,
  )
}

/** Deletes how far old tests got. */
export function deleteOldVisits(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from public.visits where id in (
      select id from public.visits where began_at < ${before}
      order by began_at limit ${limit} for update skip locked)
    returning id`,
  )
}

async function count(db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<number> {
  return (await statement.execute(db)).rows.length
}
