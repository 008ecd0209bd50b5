import { CompiledQuery, type Transaction } from 'kysely'
import { bossSchema } from './open-boss.ts'

/**
 * Whether such a job waits, which it then goes on doing until the transaction ends: a run that began earlier would not
 * see what the transaction has written.
 */
export async function lockQueuedJob<Tables>(trx: Transaction<Tables>, name: string): Promise<boolean> {
  const statement = `select 1 from ${bossSchema}.job
    where name = $1 and state = 'created' and start_after <= now() limit 1 for share skip locked`
  return (await trx.executeQuery(CompiledQuery.raw(statement, [name]))).rows.length > 0
}
