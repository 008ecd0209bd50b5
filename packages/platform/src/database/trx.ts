import type { Kysely, Transaction } from 'kysely'
import type { PlatformTables } from './tables.ts'

/** The platform's database as its owner, inside a transaction or outside of any. */
export type Db = Kysely<PlatformTables>

/** The same inside a transaction, for work that must be whole or not at all. */
export type Trx = Transaction<PlatformTables>
