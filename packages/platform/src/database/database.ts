import type { Kysely } from 'kysely'
import type { EndCopy } from '../backup/folder-copy.ts'
import type { PlatformTables } from './tables.ts'

/** One connection for work that Kysely has no words for: scripts of many statements, and session locks. */
export type DatabaseSession = {
  script: (sql: string) => Promise<void>
  query: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
}

/** Hears what `NOTIFY` says on a channel, until the function it answers with is called. */
export type Listen = (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>

export type OpenDatabase = {
  db: Kysely<PlatformTables>
  /** The same for work that strangers may ask much of at once: it is let in a few at a time, so that it keeps nobody else waiting. */
  narrowDb: Kysely<PlatformTables>
  withSession: <Result>(work: (session: DatabaseSession) => Promise<Result>) => Promise<Result>
  listen: Listen
  /** The data folder as a tar archive, to open another database from; PGlite only. */
  dump: (() => Promise<Blob>) | null
  /**
   * From now on the files of the data folder may be copied one by one, until the function it answers with is called; see
   * `copyFolder`. One copy at a time: a new one ends the one before. PGlite in a folder only.
   */
  beginCopy: (() => Promise<EndCopy>) | null
  /** A number that changes whenever it has answered something, and while it is at work that may take minutes; PGlite only. */
  signsOfLife: (() => number) | null
  close: () => Promise<void>
}
