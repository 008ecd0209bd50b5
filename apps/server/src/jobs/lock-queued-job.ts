import { CompiledQuery, type Transaction } from 'kysely'
import { bossSchema } from './open-boss.ts'

/**
 * Locks one queued job of this name until the transaction ends, so that it runs after the commit.
 * Returns false when none is queued.
 */
export async function lockQueuedJob<Tables>(trx: Transaction<Tables>, name: string): Promise<boolean> {
  const statement = `select 1 from ${bossSchema}.job
    where name = $1 and state = 'created' and start_after <= now() limit 1 for share skip locked`
  return (await trx.executeQuery(CompiledQuery.raw(statement, [name]))).rows.length > 0
}
