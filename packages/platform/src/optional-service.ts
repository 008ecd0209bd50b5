import type { FastifyPluginAsync } from 'fastify'
import type { Listen } from './database/database.ts'
import type { Db } from './database/trx.ts'
import type { IsAllowedOrigin } from './http/cors.ts'
import type { KeyRing } from './keys/keys.ts'

/** A service that a platform serves only where its settings name it. */
export type OptionalService = {
  /** The mount path, such as `/realtime/v1`. */
  prefix: string
  plugin: FastifyPluginAsync<OptionalServiceOptions>
}

export type OptionalServiceOptions = {
  db: Db
  listen: Listen
  keys: KeyRing
  /** The origins whose pages may call it; null for any. */
  isAllowedOrigin: IsAllowedOrigin | null
  /** True when no other process can use the database. */
  isAlone: boolean
}
