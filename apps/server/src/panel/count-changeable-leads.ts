import { isPostgresError } from '@app/platform/http/postgres-error'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

type Trx = Transaction<Tables>

/**
 * Counts the leads that the current role can change or delete although they belong to others.
 * Everything is rolled back. The statements have no WHERE, because a condition would also need the
 * read policy.
 */
export async function countChangeableLeads(trx: Trx, userId: string | null): Promise<number> {
  // The leads of people are not waited for: whoever would wait has come too far already.
  await sql`set local lock_timeout = '300ms'`.execute(trx)
  const attempts = (await listUpdatable(trx)).map((column) => () => updateAll(trx, column, userId))
  let changed = 0
  for (const attempt of [...attempts, () => deleteAll(trx)])
    changed = Math.max(changed, await countPermitted(trx, attempt))
  return changed
}

async function listUpdatable(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'public.quiz_leads'::regclass and attnum > 0 and not attisdropped
      and has_column_privilege(attrelid, attnum, 'update')`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Sets the owner, because a policy may check only the new row. */
async function updateAll(trx: Trx, column: string, userId: string | null): Promise<number> {
  const value = column === 'user_id' && userId ? sql`${userId}` : sql`default`
  const { numUpdatedRows } = await trx
    .updateTable('quiz_leads')
    .set(sql.ref(column), value)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

async function deleteAll(trx: Trx): Promise<number> {
  return Number((await trx.deleteFrom('quiz_leads').executeTakeFirstOrThrow()).numDeletedRows)
}

async function countPermitted(trx: Trx, attempt: () => Promise<number>): Promise<number> {
  await sql`savepoint attempt`.execute(trx)
  try {
    return await attempt()
  } catch (error) {
    if (!isPostgresError(error)) throw error
    if (error.code === insufficientPrivilege) return 0
    if (constraintErrors.test(error.code)) return 1
    throw error
  } finally {
    await sql`rollback to savepoint attempt`.execute(trx)
  }
}

/** The error code for a missing privilege or a violated policy. */
const insufficientPrivilege = '42501'
/** Constraints, triggers and locks stop only whom the policies have let through to a lead. */
const constraintErrors = /^(23|P0001$|55P03$)/
