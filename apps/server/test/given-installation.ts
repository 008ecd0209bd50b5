import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@app/platform/testing/free-port'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { afterAll, onTestFinished, vi } from 'vitest'

const main = path.join(import.meta.dirname, '../src/main.ts')

/** The server as it is run: a process with an environment, signals and an exit code. */
export type Running = { process: ChildProcess; output: () => string; exit: Promise<number | string> }

/** A port and a data folder for the tests of one file, and the servers that they run there. */
export type ServerHome = {
  port: number
  /** For whatever tests put down besides. */
  folder: string
  data: string
  /** What a server is given to run here. */
  home: Record<string, string>
  /** A program that ends with the test at the latest. */
  run: (env: Record<string, string>, program?: readonly string[]) => Running
  /** A server that is ready: the one that was left, if it was given all of this, or a new one, which is left to the next test. */
  serving: (env?: Record<string, string>) => Promise<Running>
  /** Port and data are nobody's from then on. */
  stopServing: () => Promise<void>
  /** Asks the server for a page or an answer. */
  ask: (asked: string, init?: RequestInit) => Promise<Response>
}

export async function givenInstallation(): Promise<ServerHome> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'server-'))
  const data = path.join(folder, 'data')
  /** To compile all that a server is made of takes half of its start: those that follow take it from those before. */
  const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(folder, 'compiled')
  /** What a test has left running for the next one: to start takes longer than most tests. */
  let left: Running | null = null
  let leftWith: Record<string, string> = {}

  // Most begin with a start of the server, which a busy machine may take a minute for.
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })
  afterAll(async () => {
    if (left) await end(left)
    rmSync(folder, { recursive: true, force: true })
  })

  function launch(env: Record<string, string>, program: readonly string[] = [main]): Running {
    const child = spawn(process.execPath, program, {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const exit = new Promise<number | string>((resolve) => {
      child.on('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'))
    })
    return { process: child, output: () => output, exit }
  }

  async function untilReady(server: Running): Promise<void> {
    for (let tries = 0; tries < 1_200; tries++) {
      const ready = await ask('/api/ready').catch(() => null)
      if (ready?.ok) return
      await sleep(100)
    }
    throw new Error(`the server did not become ready:\n${server.output()}`)
  }

  function run(env: Record<string, string>, program?: readonly string[]): Running {
    const running = launch(env, program)
    onTestFinished(() => end(running))
    return running
  }

  async function serving(env: Record<string, string> = {}): Promise<Running> {
    if (!Object.entries(env).every(([name, value]) => leftWith[name] === value)) await stopServing()
    if (!left || !runs(left)) {
      left = launch({ ...home, ...env })
      leftWith = env
    }
    await untilReady(left)
    return left
  }

  async function stopServing(): Promise<void> {
    if (!left || !runs(left)) return
    left.process.kill('SIGTERM')
    await left.exit
  }

  const home = {
    PORT: String(port),
    DATA_DIR: data,
    RATE_LIMIT_LEADS_PER_IP: '100000/60',
    // A machine may be slow, and busy besides: a statement may stand still for seconds.
    STATEMENT_SECONDS: '60',
  }
  const ask = (asked: string, init?: RequestInit) => fetch(`http://localhost:${port}${asked}`, init)
  return { port, folder, data, home, run, serving, stopServing, ask }
}

const runs = ({ process }: Running) => process.exitCode === null && process.signalCode === null

async function end({ process, exit }: Running): Promise<void> {
  process.kill('SIGKILL')
  await exit
}

export const attemptOf = () =>
  buildAttempt({ contact: { name: aigerim.name, email: freshEmail(aigerim), phone: aigerim.phone } })
