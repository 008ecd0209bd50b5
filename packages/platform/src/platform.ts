import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { PlatformTables } from './database/tables.ts'
import type { PlatformSettings } from './settings.ts'

/** Publishable and secret keys go into `apikey`; the two JWTs are what older clients send instead. */
export type PlatformKeys = {
  publishable: string
  secret: string
  anonJwt: string
  serviceRoleJwt: string
}

export type Platform<ProductTables = unknown> = {
  /** The database as its owner: row-level security does not apply. Inside a transaction always pass `trx` on. */
  db: Kysely<PlatformTables & ProductTables>
  /** Mounts /auth/v1, /rest/v1, /storage/v1 and /functions/v1. */
  plugin: FastifyPluginAsync
  keys: PlatformKeys
  /** Throws when the database does not answer. */
  ping: () => Promise<void>
  /** Waits for mails under way and closes the database. Close the Fastify server first. */
  close: () => Promise<void>
}

export type { PlatformSettings, PlatformTables }
