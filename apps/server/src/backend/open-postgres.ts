import { PooledDialect } from '@app/platform/database/pooled-dialect'
import { Kysely } from 'kysely'
import type { PostgresAddress } from '../config/backend.ts'
import type { Tables } from '../services/tables.ts'

/** Opens a pool for hosted Supabase, whose migrations run elsewhere. */
export function openPostgres({ url, ...limits }: PostgresAddress): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PooledDialect({ connectionString: url }, limits) })
}
