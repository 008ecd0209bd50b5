import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { type User, type UserRow, userBody } from '../users/user-body.ts'
import { insertUser } from '../users/user-repository.ts'
import { runHook } from './run-hook.ts'

/** Ends a transaction in which there is an account to be made that nobody was asked about yet. */
class NewUser extends Error {
  readonly row: UserRow
  readonly said: JsonObject | null
  constructor(row: UserRow, said: JsonObject | null) {
    super('An account is to be made.')
    this.row = row
    this.said = said
  }
}

/** What the hook let by, for the transaction that makes it. */
const letBy = new WeakMap<Trx, UserRow>()

/**
 * Runs a transaction in which an account may be made. If one is to be, the operator's hook is asked in between, with the
 * transaction undone, and it runs again from its beginning; the hook's refusal is thrown.
 */
export async function maySignUp<Result>(
  context: AuthContext,
  origin: Origin,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  try {
    return await context.db.transaction().execute(work)
  } catch (error) {
    const hook = context.settings.auth.hooks.beforeUserCreated
    if (!(error instanceof NewUser) || !hook) throw error
    const { row, said } = error
    const metadata = said === null ? {} : { raw_user_meta_data: said }
    const user = userBody({ ...row, ...metadata, identities: [], factors: [] })
    const { ip, log } = origin
    await runHook(context, { name: 'before-user-created', hook, input: { user }, ip, log })
    return context.db.transaction().execute((trx) => {
      letBy.set(trx, row)
      return work(trx)
    })
  }
}

/**
 * Inserts somebody who signs up, within `maySignUp`. `said` is what they say of themselves, where it is kept elsewhere until
 * their address is proven.
 */
export async function insertNewUser(
  context: AuthContext,
  trx: Trx,
  row: UserRow,
  said: JsonObject | null = null,
): Promise<User> {
  await announceNewUser(context, trx, row, said)
  return insertUser(trx, letBy.get(trx) ?? row)
}

/** Has the hook asked as if this account were made, so that its time and its words do not tell that it is there already. */
export async function announceNewUser(
  { settings }: AuthContext,
  trx: Trx,
  row: UserRow,
  said: JsonObject | null = null,
): Promise<void> {
  if (settings.auth.hooks.beforeUserCreated && !letBy.has(trx)) throw new NewUser(row, said)
}
