import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { OpenDatabase } from '../database.ts'
import type { DatabaseSettings } from '../database-settings.ts'
import { CopiesOfFolder } from '../folder/copies-of-folder.ts'
import { lockFolder } from '../folder/lock-folder.ts'
import { makeDataFolder } from '../folder/make-data-folder.ts'
import { refuseDamagedFolder } from '../folder/refuse-damaged-folder.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import type { PlatformTables } from '../tables.ts'
import { PGliteConnection } from './pglite-connection.ts'
import { FastPGliteDialect } from './pglite-dialect.ts'
import { PGliteWire } from './pglite-wire.ts'
import { runAutovacuum } from './run-autovacuum.ts'

const defaultStatementTimeoutMs = 8_000
const checkpointMs = 600_000
const autovacuumMs = 20_000
/**
 * The limit of `limitConcurrency`. PGlite runs one statement at a time, and the next has to be
 * queued when it ends.
 */
const maxConcurrency = 4

/** Without `-F` (fsync=off), so that commits survive a power cut. */
const ownParams = PGlite.defaultStartParams.filter((param) => param !== '-F')

/**
 * `fsync` is the only working sync method in PGlite. 16 MB of buffers suffice, and PostgreSQL
 * allocates them at once.
 */
const startParams = [
  ...ownParams,
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'timezone=UTC'],
]

/** Opens PGlite on its folder, which is this process's alone until it is closed. */
export async function openPGlite(settings: DatabaseSettings & { kind: 'pglite' }): Promise<OpenDatabase> {
  const {
    kind: _,
    dataDir,
    statementTimeoutMs = defaultStatementTimeoutMs,
    waitTimeoutMs,
    ...given
  } = settings
  const inMemory = dataDir === 'memory'
  if (!inMemory) await mkdir(dirname(dataDir), { recursive: true })
  const unlock = inMemory ? async () => {} : await lockFolder(dataDir)
  const make = inMemory || given.dump ? async () => {} : makeDataFolder
  const open = () => PGliteWire.open({ ...given, dataDir, startParams })
  const wire = await make(dataDir)
    .then(() => (inMemory || given.dump ? open() : refuseDamagedFolder(dataDir, open)))
    .catch(async (error) => {
      await unlock()
      throw error
    })
  const connection = new PGliteConnection(wire, statementTimeoutMs)
  // PGlite makes none by itself, and whatever was written since the last one is read again when the
  // folder is opened.
  const checkpoint = () => connection.alone(({ script }) => script('checkpoint')).catch(() => {})
  const copies = new CopiesOfFolder(connection)
  const dialect = new FastPGliteDialect(connection)
  const db = new Kysely<PlatformTables>({ dialect })
  const timers = [
    setInterval(() => !copies.isUnderWay && checkpoint(), checkpointMs).unref(),
    // A table that failed is vacuumed the next time.
    setInterval(() => !copies.isUnderWay && runAutovacuum(db).catch(() => {}), autovacuumMs).unref(),
  ]
  return {
    db,
    narrowDb: new Kysely<PlatformTables>({
      dialect: limitConcurrency(dialect, maxConcurrency, waitTimeoutMs),
    }),
    withSession: (work) => connection.alone(work),
    listen: async (channel, hear) => {
      await connection.alone(() => wire.listen(channel, hear))
      return () => connection.alone(() => wire.unlisten(channel, hear))
    },
    dump: () => connection.alone(() => wire.dump()),
    beginCopy: inMemory ? null : () => copies.begin(),
    signsOfLife: () => connection.signsOfLife(),
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await wire.close()
      await unlock()
    },
  }
}
