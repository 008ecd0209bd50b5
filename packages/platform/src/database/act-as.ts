import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { isPostgresError } from '../http/postgres-error.ts'
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

/** What PostgreSQL's errors say when the session of an identity is over; see `platform.require_session`. */
export const sessionEnded = 'SE001'

/** Whether the session that an identity's token belongs to goes on. A token without a session has none to end. */
export async function isInSession<Tables>(db: Kysely<Tables>, identity: DatabaseIdentity): Promise<boolean> {
  const check = sessionCheck(identity)
  if (check === null) return true
  try {
    await sql`select ${check}`.execute(db)
    return true
  } catch (error) {
    if (isPostgresError(error) && error.code === sessionEnded) return false
    throw error
  }
}

/** Fails with `sessionEnded` when the session that a token belongs to is over; null for a token without one. */
function sessionCheck({ claims }: DatabaseIdentity): RawBuilder<string> | null {
  const { session_id: sessionId } = claims
  if (sessionId === undefined || sessionId === '') return null
  const known = typeof sessionId === 'string' && uuid.test(sessionId) ? sessionId : noSession
  return sql`platform.require_session(${known})`
}

const noSession = '00000000-0000-0000-0000-000000000000'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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
  })
  // Last: from here on the transaction has no more rights than the caller.
  const setRole = sql`set_config('role', ${identity.role}, true)`
  // Asked in the very statement that becomes the caller, so that it costs no trip to the database.
  const check = sessionCheck(identity)
  const steps = [
    ...settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    ...(check ? [check] : []),
    setRole,
  ]
  return db.transaction().execute(async (trx) => {
    const setAll = sql`select ${sql.join(steps)}`
    await trx.executeQuery(withHints(setAll.compile(trx), { deferred: true }))
    return work(trx)
  })
}
