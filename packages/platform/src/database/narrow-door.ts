import type { Dialect, Driver } from 'kysely'

/**
 * A dialect on the connections of another, of which no more than `most` are in use at once: whoever comes after waits before the
 * database's own line, and not in it. However much of such work there is, it keeps others waiting no longer than `most` of its
 * turns take. To destroy it ends nothing: the connections are the other's.
 */
export function narrowDoor(dialect: Dialect, most: number): Dialect {
  return {
    createDriver: () => narrowDriver(dialect.createDriver(), most),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function narrowDriver(driver: Driver, most: number): Driver {
  let inside = 0
  const waiting: (() => void)[] = []

  const enter = (): Promise<void> | undefined => {
    if (inside < most) {
      inside += 1
      return undefined
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
  /** Whoever is next takes the place as it is. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }

  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      await enter()
      try {
        return await driver.acquireConnection(options)
      } catch (error) {
        leave()
        throw error
      }
    },
    async releaseConnection(connection, options) {
      // Others have the connection from here on: what is still waited for is the disk.
      const released = driver.releaseConnection(connection, options)
      leave()
      await released
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: async () => {},
  }
}
