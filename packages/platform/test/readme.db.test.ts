import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { givenDatabase } from '../testing/given-database.ts'

const root = join(import.meta.dirname, '..')

it('the example of the README serves what it says', async () => {
  const example = /```ts\n(.*?)```/s.exec(await readFile(join(root, 'README.md'), 'utf8'))?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'readme-test-'))
  const port = await freePort()
  const { database, drop } = await databaseFor(folder)
  const script = example
    .replace(/\{ kind: 'pglite'.*?\}/, database)
    .replaceAll('./data', folder)
    .replaceAll('54321', String(port))
  // As in a project that has the package.
  await symlink(join(root, '../../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'example.mjs'), script)
  const child = spawn(process.execPath, [join(folder, 'example.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((on) => child.once('exit', on))
  try {
    let keys: { publishable?: string } = {}
    for await (const line of createInterface(child.stdout)) {
      keys = JSON.parse(line)
      break
    }
    const apikey = keys.publishable ?? ''
    const health = await fetch(`http://localhost:${port}/auth/v1/health`, { headers: { apikey } })
    expect(health.status).toBe(200)
    const files = await fetch(`http://localhost:${port}/storage/v1/bucket`, { headers: { apikey } })
    expect([files.status, await files.json()]).toEqual([200, []])
  } finally {
    child.kill('SIGKILL')
    await ended
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Gives the example a database: its own folder, filled to begin quickly, or a server's. */
async function databaseFor(folder: string): Promise<{ database: string; drop: () => Promise<void> }> {
  const template = inject('platformTemplate')
  if (template.kind === 'pglite') {
    await mkdir(join(folder, 'db'))
    execFileSync('tar', ['-xf', template.dumpFile, '-C', join(folder, 'db')])
    return { database: `{ kind: 'pglite', dataDir: './data/db' }`, drop: async () => {} }
  }
  const { settings, drop } = await givenDatabase()
  return { database: JSON.stringify(settings), drop }
}
