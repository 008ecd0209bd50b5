import { type Kysely, sql } from 'kysely'
import type { Administrator } from '../http/administrator.ts'
import type { Tables } from '../services/tables.ts'
import type { AuditAction } from './audit-tables.ts'

type PanelAct = {
  action: AuditAction
  by: Administrator
  /** Whom it is about; null when no account is. */
  subject?: string | null
  /** Ids and counts, nothing that says who somebody is. */
  details?: Record<string, unknown>
}

/** Takes down what an administrator, or a program with the service key, did or looked at. */
export async function recordPanelAct(
  db: Kysely<Tables>,
  { action, by, subject = null, details = {} }: PanelAct,
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      action,
      ...actorOf(by),
      subject,
      details: JSON.stringify(details),
      source: 'panel',
    })
    .execute()
}

/**
 * Takes down whose orders an administrator was shown: a row for each person, with the orders by their ids. A search that
 * found nothing is a row, too.
 */
export async function recordOrdersRead(
  db: Kysely<Tables>,
  { by, orderIds }: { by: Administrator; orderIds: readonly string[] },
): Promise<void> {
  if (orderIds.length === 0) {
    return recordPanelAct(db, { action: 'person_read', by, details: { what: 'orders', orders: [] } })
  }
  const { actor, actor_role } = actorOf(by)
  await sql`
    insert into audit_events (action, actor, actor_role, subject, details, source)
    select 'person_read', ${actor}::uuid, ${actor_role}, user_id,
      jsonb_build_object('what', 'orders', 'orders', jsonb_agg(id order by created_at)), 'panel'
    from orders where id in (${sql.join(orderIds)}) group by user_id`.execute(db)
}

/** Takes down a password that did not open an administrator's account; at other accounts nothing. */
export async function recordWrongPassword(db: Kysely<Tables>, userId: string): Promise<void> {
  await sql`
    insert into audit_events (action, subject, details, source)
    select 'sign_in_refused', id, '{"method":"password"}', 'accounts' from auth.users
    where id = ${userId} and raw_app_meta_data ->> 'role' = 'admin'`.execute(db)
}

/** Whose address it is; null for nobody's. */
export async function findAccountId(db: Kysely<Tables>, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from auth.users where email = lower(btrim(${email})) and is_sso_user = false`.execute(db)
  return rows[0]?.id ?? null
}

function actorOf({ userId }: Administrator) {
  return { actor: userId, actor_role: userId ? ('admin' as const) : ('service' as const) }
}
