import { type Kysely, sql, type Transaction } from 'kysely'
import { withHints } from './hints.ts'

/** Who a request acts as: a database role and the claims its policies read. */
export type DatabaseIdentity = {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Readonly<Record<string, unknown>>
}

export type ActAsOptions = {
  /** Writes fail with 25006. */
  readOnly?: boolean
  /** More transaction-local settings, such as `request.headers`. */
  settings?: Readonly<Record<string, string>>
}

/** The identity of someone nobody has signed in. */
export const visitorIdentity: DatabaseIdentity = { role: 'anon', claims: { role: 'anon' } }

/** The identity that row-level security lets through everywhere. */
export const serviceIdentity: DatabaseIdentity = { role: 'service_role', claims: { role: 'service_role' } }

/** The identity of a signed-in user, for policies that ask `auth.uid()`. */
export function userIdentity(userId: string): DatabaseIdentity {
  return { role: 'authenticated', claims: { sub: userId, role: 'authenticated' } }
}

/**
 * Runs `work` in one transaction as `identity`, so that PostgreSQL itself applies grants and policies. Role and
 * claims end with the transaction. Inside, use `trx` only: PGlite has one connection, and the outer `db` would wait forever.
 */
export function actAs<Tables, Result>(
  db: Kysely<Tables>,
  identity: DatabaseIdentity,
  work: (trx: Transaction<Tables>) => Promise<Result>,
  options: ActAsOptions = {},
): Promise<Result> {
  const settings = Object.entries({
    ...options.settings,
    'request.jwt.claims': JSON.stringify(identity.claims),
    ...(options.readOnly ? { transaction_read_only: 'on' } : {}),
    // Last: from here on the transaction has no more rights than the caller.
    role: identity.role,
  })
  return db.transaction().execute(async (trx) => {
    const setAll = sql`select ${sql.join(settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`
    await trx.executeQuery(withHints(setAll.compile(trx), { deferred: true }))
    return work(trx)
  })
}
