import type { ExtensionName } from './pglite/extensions.ts'

/**
 * The location of the data. `dataDir: 'memory'` stores nothing; `dump` copies another PGlite;
 * `extensions` may be created. `poolSize` limits the connections for requests; `statementTimeoutMs`
 * (8 s) and `waitTimeoutMs` (5 s) limit a request.
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
