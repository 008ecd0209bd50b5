import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSettings } from '@app/platform/settings'
import { freePort } from '@app/platform/testing/free-port'
import { type RunningPostgres, startPostgres } from '@app/platform/testing/start-postgres'
import { onTestFinished } from 'vitest'

export type Mode = 'embedded' | 'postgres'

/** Where the data of one installation is, and what a process of it is started with. */
export type Installation = {
  mode: Mode
  dataDir: string
  database: DatabaseSettings
  /** Its own, as it is run in earnest: with syncs. */
  postgres: RunningPostgres | null
  env: Record<string, string>
}

export type Product = {
  base: string
  process: () => ChildProcess
  /** All that its processes have written. */
  output: () => string
  /** Resolves when `/api/ready` says so; throws when that takes minutes. */
  ready: () => Promise<void>
  /** Ends it by SIGTERM; answers its exit code. */
  stop: () => Promise<number | string>
}

/** For what does not come at all: a machine may be busy. */
export const pollTimeoutMs = 180_000

const generous = '1000000/60'
const root = path.join(import.meta.dirname, '../../../..')
const main = path.join(import.meta.dirname, '../../src/main.ts')

/** An installation in which nothing was started yet, gone when the test is over. `dataDir` is otherwise a folder of its own. */
export async function givenInstallation(mode: Mode, given?: string): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faults-'))
  const dataDir = given ?? path.join(folder, 'data')
  const postgres = mode === 'postgres' ? await startPostgres() : null
  onTestFinished(async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const url = `${postgres?.url}/postgres`
  return {
    mode,
    dataDir,
    postgres,
    database: postgres
      ? { kind: 'postgres', url }
      : { kind: 'pglite', dataDir: path.join(dataDir, 'database') },
    env: {
      ...(postgres && { DATABASE_URL: url }),
      ...{
        DATA_DIR: dataDir,
        KEYS_FILE: path.join(folder, 'installation.keys'),
        SANDBOX: '1',
        LOG_LEVEL: 'warn',
      },
      ...{ RATE_LIMIT_LEADS_PER_IP: generous, RATE_LIMIT_CHECKOUT: generous, MAIL_INTERVAL_SECONDS: '0' },
      DRAIN_SECONDS: '0',
    },
  }
}

type Wishes = {
  env?: Record<string, string>
  program?: string
  /** What the process is run by, such as `faketime`. */
  wrap?: readonly string[]
}

/**
 * The product as a process, started again as soon as it ends unasked: as a service manager does it. Its words are printed when
 * it did not become ready.
 */
export async function startProduct(
  { env }: Installation,
  { env: more = {}, program = main, wrap = [] }: Wishes = {},
): Promise<Product> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  let output = ''
  let isWanted = true
  let child = begin()
  let ended = endOf(child)
  const kill = async () => {
    isWanted = false
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)

  function begin(): ChildProcess {
    const [command = '', ...args] = [...wrap, process.execPath, program]
    const started = spawn(command, args, {
      cwd: root,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), SITE_URL: base, ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    return started
  }

  async function endOf(started: ChildProcess): Promise<number | string> {
    const end = await new Promise<number | string>((resolve) =>
      started.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing')),
    )
    if (!isWanted) return end
    await sleep(200)
    if (!isWanted) return end
    child = begin()
    ended = endOf(child)
    return end
  }

  return {
    base,
    process: () => child,
    output: () => output,
    async ready() {
      const until = performance.now() + pollTimeoutMs
      while (performance.now() < until) {
        if (await isReady(base)) return
        await sleep(100)
      }
      throw new Error(`the product did not become ready:\n${output.slice(-4_000)}`)
    },
    async stop() {
      isWanted = false
      child.kill('SIGTERM')
      return ended
    },
  }
}

export async function isReady(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/api/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.ok === true
}
