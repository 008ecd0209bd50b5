import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from './template.ts'

/** Makes one PGlite per run and dumps it, since making one takes seconds and loading a dump a fraction of one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pglite-template-'))
  const dumpFile = join(folder, 'template.tar')
  const dump = await prepareDatabase({ kind: 'pglite', dataDir: 'memory' })
  if (!dump) throw new Error('PGlite did not dump its data.')
  await writeFile(dumpFile, Buffer.from(await dump.arrayBuffer()))
  project.provide('databaseTemplate', { kind: 'pglite', dumpFile })
  return () => rm(folder, { recursive: true, force: true })
}
