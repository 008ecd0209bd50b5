import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { DatabaseSettings } from '../src/settings.ts'
import { holdPGlite } from './hold-pglite.ts'
import type { DatabaseTemplate } from './template.ts'
import { testTimeouts } from './test-timeouts.ts'

export type TestDatabase = { settings: DatabaseSettings; drop: () => Promise<void> }

/** A copy of a template that nobody else has, of the kind the run is for: with the platform's tables and nothing in them. */
export async function givenDatabase(
  template: DatabaseTemplate = inject('platformTemplate'),
): Promise<TestDatabase> {
  if (template.kind === 'pglite') {
    await holdPGlite()
    const dump = new Blob([await readFile(template.dumpFile)])
    return { settings: { kind: 'pglite', dataDir: 'memory', dump, ...testTimeouts }, drop: async () => {} }
  }
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  // Of a small template the files are copied with less work than its pages are written to the log.
  await runOn(
    `${template.url}/postgres`,
    `create database ${name} template ${template.template} strategy file_copy`,
  )
  return {
    settings: { kind: 'postgres', url: `${template.url}/${name}`, poolSize: 5, ...testTimeouts },
    drop: () => runOn(`${template.url}/postgres`, `drop database if exists ${name} with (force)`),
  }
}

/** A database of the kind the run is for in which nothing was made yet. */
export async function givenEmptyDatabase(): Promise<TestDatabase> {
  const template = inject('platformTemplate')
  if (template.kind === 'pglite')
    return { settings: { kind: 'pglite', dataDir: 'memory', ...testTimeouts }, drop: async () => {} }
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await runOn(`${template.url}/postgres`, `create database ${name} template template0`)
  return {
    settings: { kind: 'postgres', url: `${template.url}/${name}`, poolSize: 5, ...testTimeouts },
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
