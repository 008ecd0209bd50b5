import type { Kysely } from 'kysely'
import type { EndCopy } from '../backup/folder-copy.ts'
import type { PlatformTables } from './tables.ts'

/** A connection for scripts and session locks, which Kysely does not support. */
export type DatabaseSession = {
  script: (sql: string) => Promise<void>
  query: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
}

/** Hears what `NOTIFY` says on a channel, until the function it answers with is called. */
export type Listen = (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>

export type OpenDatabase = {
  db: Kysely<PlatformTables>
  /** The same database with limited concurrency, for expensive requests. */
  narrowDb: Kysely<PlatformTables>
  withSession: <Result>(work: (session: DatabaseSession) => Promise<Result>) => Promise<Result>
  listen: Listen
  /** The data folder as a tar archive, to open another database from; PGlite only. */
  dump: (() => Promise<Blob>) | null
  /**
   * Starts a base backup; see `copyFolder`. The returned function ends it. A new copy ends the
   * previous one. Only for PGlite in a folder.
   */
  beginCopy: (() => Promise<EndCopy>) | null
  /** A number that changes whenever it has answered something, and while it is at work that may take minutes; PGlite only. */
  signsOfLife: (() => number) | null
  close: () => Promise<void>
}
