import { copyFile, mkdir, readFile, rename, rmdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSettings } from '@app/platform/settings'
import { holdPGlite } from '@app/platform/testing/hold-pglite'
import { makePGliteTemplates } from '@app/platform/testing/template'
import { testTimeouts } from '@app/platform/testing/test-timeouts'
import { prepareProduct } from '@app/testing/database/template'

/**
 * A desk's own database, in memory, with every migration run and nothing in it. To make one takes several processor seconds, and
 * to write it a disk that syncs: so the first worker of a run that needs one makes it, and every desk opens a copy.
 */
export async function databaseOfDesk(): Promise<DatabaseSettings> {
  await holdPGlite()
  return { kind: 'pglite', dataDir: 'memory', dump: new Blob([await dumpOfRun()]), ...testTimeouts }
}

const createTimeoutMs = 90_000

async function dumpOfRun(): Promise<Buffer<ArrayBuffer>> {
  const { E2E_DATA_DIR: folder, E2E_PORT: run } = process.env
  if (!folder) throw new Error('E2E_DATA_DIR is set by playwright.config.ts')
  // By the run: another one may have other migrations.
  const file = `${folder}-of-desks-${run}`
  const turn = `${file}.turn`
  for (const begun = Date.now(); ; ) {
    const made = await readIfThere(file)
    if (made) return made
    if (await take(turn)) {
      // Whoever had the turn before may have made it since it was looked for.
      await make(file).finally(() => rmdir(turn))
    } else if (Date.now() - begun > createTimeoutMs) {
      throw new Error(
        `whoever makes ${file} has not in ${createTimeoutMs} ms: is ${turn} left of a worker that was killed?`,
      )
    } else await sleep(100)
  }
}

async function make(file: string): Promise<void> {
  if (await readIfThere(file)) return
  const templates = await makePGliteTemplates({ provide: () => {} })
  try {
    const product = await templates.extend('product', (database) => prepareProduct(database, 'pglite'))
    if (product.kind !== 'pglite') throw new Error('a desk opens a PGlite')
    // Nobody reads the half of it.
    await copyFile(product.dumpFile, `${file}.new`)
    await rename(`${file}.new`, file)
  } finally {
    await templates.stop()
  }
}

/** A folder is made by one process only. */
async function take(turn: string): Promise<boolean> {
  return mkdir(turn).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function readIfThere(file: string): Promise<Buffer<ArrayBuffer> | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
