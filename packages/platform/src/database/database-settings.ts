import type { ExtensionName } from './pglite/extensions.ts'

/**
 * Where the data lives. `dataDir: 'memory'` keeps nothing; `dump` starts a new PGlite from a copy of another; `extensions`
 * are those that it can be told to create, beside the ones that the database has. `poolSize` is how many connections there may be
 * for requests. A statement of a request that takes longer than `statementTimeoutMs`, eight seconds by default, is refused, and so is
 * a request that waits for its turn longer than `waitTimeoutMs`, five seconds by default.
 */
export type DatabaseSettings =
  | {
      kind: 'pglite'
      dataDir: string
      dump?: Blob
      extensions?: readonly ExtensionName[]
      statementTimeoutMs?: number
      waitTimeoutMs?: number
    }
  | {
      kind: 'postgres'
      url: string
      poolSize?: number
      statementTimeoutMs?: number
      waitTimeoutMs?: number
    }
