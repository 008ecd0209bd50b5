import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { isPostgresError } from '../http/postgres-error.ts'
import { type Hints, withHints } from './hints.ts'

/** The identity of a request: a database role and claims. */
export type DatabaseIdentity = {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Readonly<Record<string, unknown>>
  /** Other settings that policies may read. */
  settings?: Readonly<Record<string, string>>
}

export type ActAsOptions<Result = unknown> = {
  /** Writes fail with 25006. */
  readOnly?: boolean
  /** Other local settings, such as `request.headers`. */
  settings?: Readonly<Record<string, string>>
  /** Checks the result before the commit; its error rolls back. Null when nothing can fail. */
  check?: ((result: Result) => void) | null
  /**
   * The way the transaction ends when all went well; rolled back, it is checked first as if it were
   * committed.
   */
  ending?: 'commit' | 'rollback'
}

/** The identity of a visitor. */
export const visitorIdentity: DatabaseIdentity = { role: 'anon', claims: { role: 'anon' } }

/** The SQLSTATE of an ended session; see `platform.require_session`. */
export const sessionEnded = 'SE001'

/**
 * Returns true when the session that an identity's token belongs to goes on. A token without a
 * session has none to end.
 */
export async function isInSession<Tables>(db: Kysely<Tables>, identity: DatabaseIdentity): Promise<boolean> {
  const session = sessionOf(identity)
  if (session === null) return true
  try {
    await sql`select platform.require_session(${session})`.execute(db)
    return true
  } catch (error) {
    if (isPostgresError(error) && error.code === sessionEnded) return false
    throw error
  }
}

/** The session that a token belongs to, or the id of none for what is no id; null for a token without one. */
function sessionOf({ claims }: DatabaseIdentity): string | null {
  const { session_id: sessionId } = claims
  if (sessionId === undefined || sessionId === '') return null
  return typeof sessionId === 'string' && uuid.test(sessionId) ? sessionId : noSessionId
}

const noSessionId = '00000000-0000-0000-0000-000000000000'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Runs `work` in a transaction as `identity`, so that PostgreSQL applies grants and policies.
 * Inside, only `trx` may be used. It resolves after the commit is durable. The last statement may
 * pass `ofLast` to commit with it, which saves a round trip.
 */
export async function actAs<Tables, Result>(
  db: Kysely<Tables>,
  identity: DatabaseIdentity,
  work: (trx: Transaction<Tables>, ofLast: Hints) => Promise<Result>,
  { settings = {}, readOnly = false, check = null, ending = 'commit' }: ActAsOptions<Result> = {},
): Promise<Result> {
  const become = identityStatement(identity, {
    ...identity.settings,
    ...settings,
    'request.jwt.claims': JSON.stringify(identity.claims),
    ...(readOnly ? { transaction_read_only: 'on' } : {}),
  })
  // A transaction that Kysely lets its user end answers before its connection is given back, and so
  // before PGlite's sync.
  const acting = db.transaction().execute(async (transaction) => {
    await transaction.executeQuery(withHints(become, { deferred: true, onlyReads: readOnly }))
    const result = await work(transaction, { last: check === null && ending === 'commit' })
    check?.(result)
    if (ending === 'commit') return result
    await sql`set constraints all immediate`.execute(transaction)
    throw new RolledBackResult(result)
  })
  return acting.catch((error: unknown) => {
    if (error instanceof RolledBackResult) return error.result as Result
    throw error
  })
}

/** Rolls back a successful transaction. */
class RolledBackResult extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('What was done is not to be kept.')
    this.result = result
  }
}

/** The one statement by which a transaction becomes its caller's. */
export function identityStatement(
  identity: DatabaseIdentity,
  settings: Readonly<Record<string, string>>,
): CompiledQuery {
  const session = sessionOf(identity)
  const values = [...Object.values(settings), ...(session === null ? [] : [session]), identity.role]
  return CompiledQuery.raw(identityStatementText(Object.keys(settings), session !== null), values)
}

/** Cached by the set of names, because every request uses it. */
const texts = new Map<string, string>()

function identityStatementText(names: readonly string[], hasSession: boolean): string {
  const key = `${names.join()} ${hasSession}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const parts = [
    ...names.map((name, i) => `set_config('${name.replaceAll("'", "''")}', $${i + 1}, true)`),
    // Part of the same statement, to save a round trip.
    ...(hasSession ? [`platform.require_session($${names.length + 1})`] : []),
    // Last: from here on the transaction has no more rights than the caller.
    `set_config('role', $${names.length + (hasSession ? 2 : 1)}, true)`,
  ]
  const text = `select ${parts.join(', ')}`
  texts.set(key, text)
  return text
}
