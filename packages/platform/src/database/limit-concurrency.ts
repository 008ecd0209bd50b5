import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { FairSemaphore } from './fair-semaphore.ts'
import { defaultWaitTimeoutMs } from './pooled-dialect.ts'
import { currentClient } from './queue-client.ts'

/**
 * Limits a dialect to `max` connections, shared fairly between clients. A client that waits longer
 * than `waitTimeoutMs` is refused. Destroying it does not close the connections.
 */
export function limitConcurrency(
  dialect: Dialect,
  max: number,
  waitTimeoutMs = defaultWaitTimeoutMs,
): Dialect {
  return {
    createDriver: () => limitDriver(dialect.createDriver(), new FairSemaphore(max, waitTimeoutMs)),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function limitDriver(driver: Driver, semaphore: FairSemaphore): Driver {
  /** Releases the permit of a connection. */
  const releases = new WeakMap<DatabaseConnection, () => void>()

  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const release = await semaphore.enter(currentClient())
      try {
        const connection = await driver.acquireConnection(options)
        releases.set(connection, release)
        return connection
      } catch (error) {
        release()
        throw error
      }
    },
    async releaseConnection(connection, options) {
      const leave = releases.get(connection)
      // Released before the wait, because the connection is free and only the disk is waited for.
      const released = driver.releaseConnection(connection, options)
      leave?.()
      await released
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: async () => {},
  }
}
