import { metadataRoles } from '@app/domain/auth/roles'
import type { AuditAction, PersonAction } from '@app/domain/desk/journal'
import { type Kysely, sql } from 'kysely'
import type { Staff } from '../http/staff.ts'
import type { Tables } from '../services/tables.ts'
import type { AuditEventsTable } from './audit-tables.ts'

type AuditDetails = Record<string, unknown> & { did?: PersonAction }

type AuditEntry = {
  action: AuditAction
  by: Staff
  /** The account concerned; null without one. */
  subject?: string | null
  /** Ids and counts, without personal data. */
  details?: AuditDetails
}

/** Takes down what one of the staff, or a program with the service key, did or looked at. */
export async function recordPanelAction(db: Kysely<Tables>, act: AuditEntry): Promise<void> {
  await recordAction(db, 'panel', act)
}

/** Statuses, dates and numbers of a change, never typed text or answers. */
type AuditedValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

type DeskAuditEntry = AuditEntry & {
  /** The values before and after a change. */
  before?: AuditedValues
  after?: AuditedValues
}

/**
 * Records a staff action. It runs in the transaction of the change, so that both are saved
 * together.
 */
export async function recordDeskAction(
  db: Kysely<Tables>,
  { before, after, details, ...act }: DeskAuditEntry,
): Promise<void> {
  await recordAction(db, 'desk', {
    ...act,
    details: { ...details, ...(before && { before }), ...(after && { after }) },
  })
}

async function recordAction(
  db: Kysely<Tables>,
  source: AuditEventsTable['source'],
  { action, by, subject = null, details = {} }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({ action, ...actorOf(by), subject, details: JSON.stringify(details), source })
    .execute()
}

/**
 * Takes down whose orders one of the staff was shown: a row for each person, with the orders by
 * their ids. A search that found nothing is a row, too.
 */
export async function recordOrdersRead(
  db: Kysely<Tables>,
  { by, orderIds }: { by: Staff; orderIds: readonly string[] },
): Promise<void> {
  if (orderIds.length === 0) {
    return recordPanelAction(db, { action: 'person_read', by, details: { what: 'orders', orders: [] } })
  }
  const { actor, actor_role } = actorOf(by)
  await sql`
    insert into audit_events (action, actor, actor_role, subject, details, source)
    select 'person_read', ${actor}::uuid, ${actor_role}, user_id,
      jsonb_build_object('what', 'orders', 'orders', jsonb_agg(id order by created_at)), 'panel'
    from orders where id in (${sql.join(orderIds)}) group by user_id`.execute(db)
}

/** Takes down a password that did not open an account of the staff's; at other accounts nothing. */
export async function recordWrongPassword(db: Kysely<Tables>, userId: string): Promise<void> {
  await sql`select note_refused_sign_in(${userId}::uuid, 'password')`.execute(db)
}

/** Returns the id of the account with this address; null for none. */
export async function findAccountId(db: Kysely<Tables>, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from auth.users where email = lower(btrim(${email})) and is_sso_user = false`.execute(db)
  return rows[0]?.id ?? null
}

function actorOf({ userId, role }: Staff) {
  return { actor: userId, actor_role: userId ? metadataRoles[role] : ('service' as const) }
}
