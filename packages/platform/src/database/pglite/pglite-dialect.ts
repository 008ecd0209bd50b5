import {
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { PGliteConnection } from './pglite-connection.ts'

/**
 * PGlite's connection knows itself whose turn it is. To Kysely it is a pool of any size: where it says that there is one connection
 * only, Kysely has a queue of its own before it, in which visitors wait behind jobs and everybody for each other's sync.
 */
class OwnQueueAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Kysely's dialect for PGlite on a connection of ours, which asks less of it for the same statements. */
export class FastPGliteDialect implements Dialect {
  readonly #connection: PGliteConnection

  constructor(connection: PGliteConnection) {
    this.#connection = connection
  }

  createAdapter(): PGliteAdapter {
    return new OwnQueueAdapter()
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }

  createIntrospector<Tables>(db: Kysely<Tables>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }

  createDriver(): Driver {
    const connection = this.#connection
    return {
      init: async () => {},
      acquireConnection: () => connection.acquire(),
      releaseConnection: () => connection.release(),
      beginTransaction: async (_, { isolationLevel, accessMode }) => {
        const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : ''
        connection.begin(`begin${isolation}${accessMode ? ` ${accessMode}` : ''}`)
      },
      commitTransaction: () => connection.end('commit'),
      rollbackTransaction: () => connection.end('rollback'),
      destroy: async () => {},
    }
  }
}
