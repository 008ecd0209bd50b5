import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveSettings } from '../../resolve-settings.ts'
import { WorkerPool } from './worker-pool.ts'

const patience = { short: 20, long: 30_000 }
const call = { ':method': 'POST', ':path': '/', 'edge-url': 'http://platform.test/hello' }

let folder: string

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pool-test-')))
  await mkdir(join(folder, 'hello'))
  await writeFile(join(folder, 'hello/index.ts'), 'export default { fetch: () => new Response() }')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('whoever leaves after being refused takes nobody else’s place in the queue', async () => {
  const { pool, settings } = givenPool()
  const stays = new AbortController()
  const leaves = new AbortController()
  const first = await pool.begin('hello', call, stays.signal)
  settings.waitMs = patience.short
  await expect(pool.begin('hello', call, leaves.signal)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  settings.waitMs = patience.long
  const next = pool.begin('hello', call, stays.signal)
  leaves.abort()
  first.close()
  const stream = await next
  expect(stream.closed).toBe(false)
  stream.close()
  pool.close()
})

it('whoever has left already does not wait', async () => {
  const { pool } = givenPool()
  const first = await pool.begin('hello', call, new AbortController().signal)
  await expect(pool.begin('hello', call, AbortSignal.abort())).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  first.close()
  pool.close()
})

/** A pool with one worker, for one call at a time. */
function givenPool() {
  const { functions } = resolveSettings({
    database: { kind: 'pglite', dataDir: 'memory' },
    storage: { folder },
    externalUrl: 'http://platform.test',
    siteUrl: 'http://site.test',
    sendMail: async () => {},
    renderMail: () => ({ subject: '', text: '', html: '' }),
  })
  const settings = { ...functions, maxWorkers: 1, callsPerWorker: 1, waitMs: patience.long }
  const log = { info: () => {}, warn: () => {} }
  return { settings, pool: new WorkerPool({ folder, settings, log, environment: () => ({}) }) }
}
