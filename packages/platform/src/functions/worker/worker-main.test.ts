import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

/** A server, as far as its functions know, which begins one call and then only waits; and the process of that function. */
async function givenServer(source: string): Promise<{ kill: () => Promise<void>; worker: number }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'orphan-test-')))
  await mkdir(join(folder, 'hello'))
  await writeFile(join(folder, 'hello/index.ts'), source)
  const pool = JSON.stringify(new URL('../pool/worker-pool.ts', import.meta.url).href)
  const settings = JSON.stringify(new URL('../../resolve-settings.ts', import.meta.url).href)
  const program = `
    const { WorkerPool } = await import(${pool})
    const { resolveSettings } = await import(${settings})
    const { functions } = resolveSettings({ siteUrl: 'http://site.test', externalUrl: 'http://site.test' })
    const log = { info: (_facts, line) => console.log(line), warn: () => {} }
    const folder = ${JSON.stringify(folder)}
    const pool = new WorkerPool({ folder, settings: { ...functions, bootMs: 60_000 }, log, environment: () => ({}) })
    const call = { ':method': 'POST', ':path': '/', 'edge-url': 'http://platform.test/hello' }
    pool.begin('hello', call, new AbortController().signal).catch(() => {})
    setInterval(() => {}, 1000)`
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [line] = await once(createInterface(server.stdout), 'line')
  const worker = Number(line)
  onTestFinished(() => {
    if (existsSync(`/proc/${worker}`)) process.kill(worker, 'SIGKILL')
  })
  return {
    worker,
    async kill() {
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}

it.runIf(process.platform === 'linux').each([
  ['waits', 'console.log(process.pid); export default { fetch: () => new Promise(() => {}) }'],
  [
    'goes on talking',
    'console.log(process.pid); setInterval(() => console.error("on"), 20); export default { fetch: () => new Promise(() => {}) }',
  ],
  ['is still loading', 'console.log(process.pid); setInterval(() => {}, 1000); await new Promise(() => {})'],
])(
  'a function that %s ends with its server, however that ends',
  async (_what, source) => {
    const { worker, kill } = await givenServer(source)
    expect(existsSync(`/proc/${worker}`)).toBe(true)
    await kill()

    await expect.poll(() => existsSync(`/proc/${worker}`), { timeout: 10_000 }).toBe(false)
  },
  60_000,
)
