import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { FairSemaphore } from './fair-semaphore.ts'
import { defaultWaitMs } from './pooled-dialect.ts'
import { currentClient } from './queue-client.ts'

/**
 * A dialect on the connections of another, of which no more than `most` are in use at once: whoever comes after waits before the
 * database's own line, and not in it. However much of such work there is, it keeps others waiting no longer than `most` of its
 * turns take. They are taken by sender, and whoever gets none in time is refused as by a full database. To destroy it ends
 * nothing: the connections are the other's.
 */
export function limitConcurrency(dialect: Dialect, max: number, longestWaitMs = defaultWaitMs): Dialect {
  return {
    createDriver: () => limitDriver(dialect.createDriver(), new FairSemaphore(max, longestWaitMs)),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function limitDriver(driver: Driver, semaphore: FairSemaphore): Driver {
  /** How whoever has a connection leaves; nobody else has it meanwhile. */
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
      // Others have the connection from here on: what is still waited for is the disk.
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
