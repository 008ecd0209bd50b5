import { readFile } from 'node:fs/promises'
import type { DatabaseSettings } from '@app/platform/settings'
import { Client } from 'pg'
import { inject } from 'vitest'
import type {} from './template.ts'

export type TestDatabase = { settings: DatabaseSettings; drop: () => Promise<void> }

/** A database of this test file's own, with every migration run and nothing in it, of the kind the run is for. */
export async function givenDatabase(): Promise<TestDatabase> {
  const template = inject('databaseTemplate')
  if (template.kind === 'pglite') {
    const dump = new Blob([await readFile(template.dumpFile)])
    return { settings: { kind: 'pglite', dataDir: 'memory', dump }, drop: async () => {} }
  }
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await runOn(`${template.url}/postgres`, `create database ${name} template ${template.template}`)
  return {
    settings: { kind: 'postgres', url: `${template.url}/${name}`, poolSize: 5 },
    drop: () => runOn(`${template.url}/postgres`, `drop database if exists ${name} with (force)`),
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
