import type { Kysely } from 'kysely'
import type { PlatformTables } from '../database/tables.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { ResolvedSettings } from '../settings.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

/** Holds what every request to rest is answered with. */
export type RestContext = {
  db: Kysely<PlatformTables>
  keys: KeyRing
  openLimiter: OpenLimiter
  settings: ResolvedSettings
  cache: SchemaCache
}
