import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { Places } from './places.ts'
import { defaultWaitMs } from './pooled-dialect.ts'
import { currentSender } from './sender.ts'

/**
 * A dialect on the connections of another, of which no more than `most` are in use at once: whoever comes after waits before the
 * database's own line, and not in it. However much of such work there is, it keeps others waiting no longer than `most` of its
 * turns take. They are taken by sender, and whoever gets none in time is refused as by a full database. To destroy it ends
 * nothing: the connections are the other's.
 */
export function narrowDoor(dialect: Dialect, most: number, longestWaitMs = defaultWaitMs): Dialect {
  return {
    createDriver: () => narrowDriver(dialect.createDriver(), new Places(most, longestWaitMs)),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function narrowDriver(driver: Driver, places: Places): Driver {
  /** How whoever has a connection leaves; nobody else has it meanwhile. */
  const leaving = new WeakMap<DatabaseConnection, () => void>()

  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const leave = await places.enter(currentSender())
      try {
        const connection = await driver.acquireConnection(options)
        leaving.set(connection, leave)
        return connection
      } catch (error) {
        leave()
        throw error
      }
    },
    async releaseConnection(connection, options) {
      const leave = leaving.get(connection)
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
