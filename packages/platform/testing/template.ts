import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../src/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open-database.ts'
import { enableFastCompilation } from '../src/database/pglite/compile-quickly.ts'
import { loadKeys } from '../src/keys/keys.ts'
import { folderInMemory } from './folder-in-memory.ts'
import { givenPostgres } from './start-postgres.ts'
import { testTimeouts } from './test-timeouts.ts'

/** Where the copies that tests work on come from; made once per run. */
export type DatabaseTemplate =
  | { kind: 'pglite'; dumpFile: string }
  | { kind: 'postgres'; url: string; template: string }

/** What of a run's project is needed here. */
type Project = { provide: (name: 'platformTemplate', template: DatabaseTemplate) => void }

export type Templates = {
  /** A further template: the platform's database after `prepare`. */
  extend: (name: string, prepare: (database: OpenDatabase) => Promise<void>) => Promise<DatabaseTemplate>
  stop: () => Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    platformTemplate: DatabaseTemplate
  }
}

/** PGlite opens one database only; those to make others from are a third of every copy. */
const dropOthers = [
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  'drop database template0',
  'drop database template1',
]

/**
 * A PGlite with nothing in it whose log is kept in small files: PostgreSQL fills every file before it writes there, and of two of the
 * usual size, which is 16 MB, each copy would be full.
 */
async function dumpEmpty(): Promise<Blob> {
  enableFastCompilation()
  const pglite = await PGlite.create({ dataDir: 'memory://', initDbStartParams: ['--wal-segsize=1'] })
  try {
    return await pglite.dumpDataDir('none')
  } finally {
    await pglite.close()
  }
}

/** Makes one PGlite per run and dumps it, since making one takes seconds and loading a dump a fraction of one. */
export async function makePGliteTemplates(project: Project): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'pglite-template-'))
  const database = await openDatabase({
    kind: 'pglite',
    dataDir: 'memory',
    dump: await dumpEmpty(),
    ...testTimeouts,
  })
  await database.withSession(async ({ script }) => {
    for (const statement of dropOthers) await script(statement)
  })
  const dumpTo = async (name: string): Promise<DatabaseTemplate> => {
    // Or whoever loads the dump would first read the whole log again.
    await database.withSession(({ script }) => script('checkpoint'))
    const dumpFile = join(folder, `${name}.tar`)
    const dump = await database.dump?.()
    if (!dump) throw new Error('PGlite did not dump its data.')
    await writeFile(dumpFile, Buffer.from(await dump.arrayBuffer()))
    return { kind: 'pglite', dumpFile }
  }
  await preparePlatform(database)
  project.provide('platformTemplate', await dumpTo('platform'))
  return {
    extend: async (name, prepare) => {
      await prepare(database)
      return dumpTo(name)
    },
    stop: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const initdbFlags = [
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync'],
  // Every connection proves a password, which to make slow is for those whose password may be stolen.
  ...['-c', 'scram_iterations=1'],
]

/** Settings that trade safety for speed, since nothing of this cluster outlives the run. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

/** Starts a PostgreSQL of its own per run, with one database to copy. */
export async function makePostgresTemplates(project: Project): Promise<Templates> {
  const { url, createDatabase, stop } = await givenPostgres(initdbFlags, settings, await folderInMemory())
  const fill = async (
    template: string,
    prepare: (database: OpenDatabase) => Promise<void>,
  ): Promise<DatabaseTemplate> => {
    await createDatabase(template)
    const database = await openDatabase({
      kind: 'postgres',
      url: `${url}/${template}`,
      poolSize: 1,
      ...testTimeouts,
    })
    await prepare(database).finally(() => database.close())
    return { kind: 'postgres', url, template }
  }
  try {
    project.provide('platformTemplate', await fill('platform_template', preparePlatform))
  } catch (error) {
    await stop()
    throw error
  }
  const extend: Templates['extend'] = (name, prepare) =>
    fill(`${name}_template`, async (database) => {
      await preparePlatform(database)
      await prepare(database)
    })
  return { extend, stop }
}

async function preparePlatform(database: OpenDatabase): Promise<void> {
  await database.withSession((session) => migrate(session, undefined))
  await loadKeys(database.db)
}
