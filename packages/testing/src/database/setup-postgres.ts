import type { TestProject } from 'vitest/node'
import { startPostgres } from './start-postgres.ts'
import { prepareDatabase } from './template.ts'

const template = 'platform_template'

const initdbFlags = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync']

/** Settings that trade safety for speed, since nothing of this cluster outlives the run. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

/** Starts a PostgreSQL of its own per run, with one database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, createDatabase, stop } = await startPostgres(initdbFlags, settings)
  try {
    await createDatabase(template)
    await prepareDatabase({ kind: 'postgres', url: `${url}/${template}`, poolSize: 1 })
    project.provide('databaseTemplate', { kind: 'postgres', url, template })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
