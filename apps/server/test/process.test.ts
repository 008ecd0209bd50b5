import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@app/platform/database/open-database'
import { longestArrivalMs } from '@app/platform/http/end-late-bodies'
import { freePort } from '@app/platform/testing/free-port'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

/** The server as it is run: a process with an environment, signals and an exit code. */
const main = path.join(import.meta.dirname, '../src/main.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'server-'))
const data = path.join(folder, 'data')
/** To compile all that a server is made of takes half of its start: those that follow take it from those before. */
const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(folder, 'compiled')

// Most begin with a start of the server, which a busy machine may take a minute for.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let port = 0
beforeAll(async () => {
  port = await freePort()
})
afterAll(async () => {
  if (left) await end(left)
  rmSync(folder, { recursive: true, force: true })
})

type Running = { process: ChildProcess; output: () => string; exit: Promise<number | string> }

/** A program that ends with the test at the latest. */
function run(env: Record<string, string>, program?: readonly string[]): Running {
  const running = launch(env, program)
  onTestFinished(() => end(running))
  return running
}

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

async function end({ process, exit }: Running): Promise<void> {
  process.kill('SIGKILL')
  await exit
}

const home = () => ({
  PORT: String(port),
  DATA_DIR: data,
  RATE_LIMIT_LEADS_PER_IP: '100000/60',
  // The suites give way to the journeys: a statement may stand still for seconds.
  STATEMENT_SECONDS: '60',
})

/** What a test has left running for the next one: to start takes longer than most tests. */
let left: Running | null = null
let leftWith: Record<string, string> = {}
const runs = ({ process }: Running) => process.exitCode === null && process.signalCode === null

/** A server that is ready: the one that was left, if it was given all of this, or a new one, which is left to the next test. */
async function serving(env: Record<string, string> = {}): Promise<Running> {
  if (!Object.entries(env).every(([name, value]) => leftWith[name] === value)) await stopServing()
  if (!left || !runs(left)) {
    left = launch({ ...home(), ...env })
    leftWith = env
    await untilReady(left)
  }
  return left
}

/** Port and data are nobody's. */
async function stopServing(): Promise<void> {
  if (!left || !runs(left)) return
  left.process.kill('SIGTERM')
  await left.exit
}

async function untilReady(server: Running): Promise<Running> {
  for (let tries = 0; tries < 1_200; tries++) {
    const ready = await fetch(`http://localhost:${port}/api/ready`).catch(() => null)
    if (ready?.ok) return server
    await sleep(100)
  }
  throw new Error(`the server did not become ready:\n${server.output()}`)
}

const post = (body: unknown) =>
  fetch(`http://localhost:${port}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Begins to send a lead, and no more than begins; the server has taken the request when it asks for the rest of it. */
async function beginLead(length: number): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, 'localhost')
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  const head = ['host: localhost', 'content-type: application/json', `content-length: ${length}`]
  socket.write(`POST /api/leads HTTP/1.1\r\n${head.join('\r\n')}\r\nexpect: 100-continue\r\n\r\n`)
  await once(socket, 'data')
  const asked = 'HTTP/1.1 100 Continue\r\n\r\n'
  expect(answer).toBe(asked)
  return { socket, answer: () => answer.slice(asked.length) }
}

const attemptOf = () =>
  buildAttempt({ contact: { name: aigerim.name, email: freshEmail(aigerim), phone: aigerim.phone } })

test('a configuration that cannot be used is explained and ends with 1', async () => {
  const server = run({ PORT: 'http', MAIL: 'smtp' })

  expect(await server.exit).toBe(1)
  expect(server.output()).toMatch(/PORT: .*\n.*SMTP_HOST: is required/)
  expect(server.output()).not.toContain('at ')
})

test('a data folder that is none is named, and ends with 1', async () => {
  const file = path.join(folder, 'no-folder')
  writeFileSync(file, '')
  const server = run({ PORT: String(port), DATA_DIR: file })

  expect(await server.exit).toBe(1)
  expect(server.output()).toMatch(/DATA_DIR: .*no-folder is a file, not a folder/)
  expect(server.output()).not.toContain('at ')
})

describe('a server', () => {
  let server: Running
  beforeAll(async () => {
    server = await serving()
  })

  test('the terminal says where the site and its mails are', async () => {
    await expect.poll(server.output).toContain(`http://localhost:${port}/sandbox/mail`)
    expect(server.output()).toContain(`Сайт:   http://localhost:${port}\n`)
  })

  test('the link in the terminal signs the owner in once', async () => {
    await expect.poll(server.output).toContain('Панель:')
    const link = /Панель: +(\S+)/.exec(server.output())?.[1] ?? ''

    const first = await fetch(link, { redirect: 'manual' })
    const landing = new URL(first.headers.get('location') ?? '')
    const token = new URLSearchParams(landing.hash.slice(1)).get('access_token')
    const session = await fetch(`http://localhost:${port}/api/panel/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const second = await fetch(link, { redirect: 'manual' })

    const { code } = (await session.json()) as { code: string }
    // Signed in as the owner, who is asked for a second factor next.
    expect([landing.pathname, code]).toEqual(['/misc', 'second_factor_required'])
    expect(server.output()).toContain(`http://localhost:${port}/sandbox/authenticator`)
    expect(second.headers.get('location')).toContain('error_code=otp_expired')
  })

  test('what it writes is closed to others on the machine, and its keys lie apart from its data', async () => {
    const modeOf = (file: string) => statSync(file).mode & 0o777

    expect([modeOf(data), modeOf(path.join(data, 'storage')), modeOf(`${data}.keys`)]).toEqual([
      0o700, 0o700, 0o600,
    ])
  })
})

test('a killed process has lost no lead that it acknowledged', async () => {
  const first = await serving()
  const tokens: string[] = []
  const sending = Array.from({ length: 4 }, async () => {
    for (;;) {
      const response = await post(attemptOf()).catch(() => null)
      if (!response) return
      const { resultToken } = (await response.json().catch(() => ({}))) as { resultToken?: string }
      if (!resultToken) return
      tokens.push(resultToken)
      if (tokens.length === 12) first.process.kill('SIGKILL')
    }
  })
  await Promise.all(sending)
  expect(await first.exit).toBe('SIGKILL')

  await serving()
  expect(tokens.length).toBeGreaterThanOrEqual(12)
  for (const token of tokens) {
    const found = await fetch(`http://localhost:${port}/api/leads/result/${token}`)
    expect(found.status).toBe(200)
  }
})

test('a backup made while leads arrive is restored elsewhere with every lead that was acknowledged before it', async () => {
  const script = (name: string) => path.join(import.meta.dirname, '../../../scripts', name)
  const file = path.join(folder, 'copy.sealed')
  const elsewhere = path.join(folder, 'elsewhere')
  const secret = { BACKUP_PASSPHRASE: 'пять слов и одна ёлка' }
  const server = await serving()
  const saveLead = async () => {
    const answer = await post(attemptOf())
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { resultToken: string }).resultToken
  }
  const before = [await saveLead(), await saveLead()]

  const backup = run({ DATA_DIR: data, ...secret }, [script('backup.ts'), file])
  let hasEnded = false
  backup.exit.then(() => {
    hasEnded = true
  })
  let meanwhile = 0
  while (!hasEnded) {
    await saveLead()
    meanwhile += 1
  }
  expect(await backup.exit, backup.output()).toBe(0)
  expect(meanwhile).toBeGreaterThan(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  server.process.kill('SIGTERM')
  await server.exit

  const restore = (given: Record<string, string>) =>
    run({ DATA_DIR: elsewhere, ...given }, [script('restore.ts'), file])
  const closed = restore({ BACKUP_PASSPHRASE: 'шесть слов и две ёлки' })
  expect(await closed.exit).toBe(1)
  expect(closed.output()).toContain('The passphrase is another one')
  const killed = restore(secret)
  await expect
    .poll(() => existsSync(path.join(elsewhere, 'restored/database')), { timeout: 150_000 })
    .toBe(true)
  const beside = restore(secret)
  expect(await beside.exit).toBe(1)
  expect(beside.output()).toContain('is in use')
  killed.process.kill('SIGKILL')
  await killed.exit
  const restored = restore(secret)
  expect(await restored.exit, restored.output()).toBe(0)
  expect(readdirSync(elsewhere)).not.toContain('restored')
  const again = restore(secret)
  expect(await again.exit).toBe(1)
  expect(again.output()).toContain('is there already')

  await serving({ DATA_DIR: elsewhere })
  for (const token of before) {
    const found = await fetch(`http://localhost:${port}/api/leads/result/${token}`)
    expect(found.status).toBe(200)
  }
}, 300_000)

test('a stop finishes the request under way and ends with 0', async () => {
  const server = await serving()
  const body = JSON.stringify(attemptOf())
  const half = Math.floor(body.length / 2)
  const { socket, answer } = await beginLead(Buffer.byteLength(body))
  socket.write(body.slice(0, half))
  server.process.kill('SIGTERM')
  await sleep(300)
  expect(server.process.exitCode).toBeNull()
  socket.write(body.slice(half))

  expect(await server.exit).toBe(0)
  expect(answer()).toMatch(/^HTTP\/1\.1 201 /)
  await expect(fetch(`http://localhost:${port}/api/health`)).rejects.toThrow()
})

test('a stop that comes while it still begins to work ends with 0', async () => {
  await stopServing()
  const server = run({ ...home(), LOG_LEVEL: 'info' })
  // First what answers meanwhile listens, and then the server itself, which begins to do jobs right after that.
  const timesListening = () => server.output().split('Server listening').length - 1
  await new Promise<void>((resolve) => {
    server.process.stdout?.on('data', () => timesListening() === 2 && resolve())
    void server.exit.then(() => resolve())
  })
  server.process.kill('SIGTERM')

  expect(await server.exit, server.output()).toBe(0)
})

test('a port that is taken is explained and ends with 1', async () => {
  await stopServing()
  const other = createServer().listen(port, 'localhost')
  onTestFinished(() => void other.close())
  const server = run({ PORT: String(port), DATA_DIR: data })

  expect(await server.exit).toBe(1)
  expect(server.output()).toContain(`cannot listen on localhost:${port} (listen EADDRINUSE`)
})

test('a request that does not end cannot hold the stop for long', async () => {
  const server = await serving()
  const { socket } = await beginLead(10)

  const stoppedAt = performance.now()
  server.process.kill('SIGTERM')
  // By its own clock, since it would end with 1 if that took ten seconds; and sooner than the request would be given up.
  expect(await server.exit).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(longestArrivalMs)
  socket.destroy()
})

test('a second signal does not wait', async () => {
  const server = await serving()
  // A request that never ends would hold the stop for as long as it may take.
  const { socket } = await beginLead(10)

  server.process.kill('SIGTERM')
  // What a terminal sends twice in one keypress is one signal.
  server.process.kill('SIGINT')
  const isHeard = () =>
    fetch(`http://localhost:${port}/api/health`).then(
      () => false,
      () => true,
    )
  await expect.poll(isHeard).toBe(true)
  await sleep(1200)
  expect(server.process.exitCode).toBeNull()
  server.process.kill('SIGTERM')
  expect(await server.exit).toBe(143)
  socket.destroy()
})

test('a statement that overstays is refused, and no lead that was acknowledged is lost', async () => {
  await stopServing()
  const database = await openDatabase({ kind: 'pglite', dataDir: path.join(data, 'database') })
  await database.withSession(({ script }) =>
    script(`create function public.stay() returns int language plpgsql as $$ begin loop end loop; end $$;
      grant execute on function public.stay() to public;`),
  )
  await database.close()
  // Long enough for the leads, whose statements stand still where the machine is busy.
  await serving({ STATEMENT_SECONDS: '5' })
  const config = await fetch(`http://localhost:${port}/api/client-config`)
  const { supabaseKey } = (await config.json()) as { supabaseKey: string }
  const stay = async () => {
    const headers = { apikey: supabaseKey }
    const refusal = await fetch(`http://localhost:${port}/rest/v1/rpc/stay`, { method: 'POST', headers })
    return [refusal.status, refusal.headers.get('retry-after')]
  }

  const tokens: string[] = []
  const refusals: unknown[] = []
  const sending = Array.from({ length: 4 }, async () => {
    while (tokens.length < 24) {
      const answer = await post(attemptOf())
      expect(answer.status).toBe(201)
      tokens.push(((await answer.json()) as { resultToken: string }).resultToken)
      if (tokens.length === 8 || tokens.length === 16) refusals.push(await stay())
    }
  })
  // Nobody waits for the database to ask whether the process lives.
  const living = sending.map(async (each) => {
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200)
    await each
  })
  await Promise.all(living)

  expect(refusals).toEqual([
    [503, '5'],
    [503, '5'],
  ])
  for (const token of tokens) {
    const found = await fetch(`http://localhost:${port}/api/leads/result/${token}`)
    expect(found.status).toBe(200)
  }
}, 240_000)

// The last, since no other test can work with what it leaves.
test('an update lives, is not ready and keeps a copy; the version before it is refused then', async () => {
  const next = path.join(folder, 'next-migrations')
  cpSync(path.join(import.meta.dirname, '../../../supabase/migrations'), next, { recursive: true })
  writeFileSync(
    path.join(next, '29991231000000_next.sql'),
    'create table next_version (); select pg_sleep(1);',
  )
  await serving()
  await stopServing()

  const program = [path.join(import.meta.dirname, 'next-version.ts')]
  const env = { PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'info' }
  const updated = run({ ...env, MIGRATIONS_DIR: next }, program)
  const ask = (asked: string) => fetch(`http://localhost:${port}${asked}`).catch(() => null)
  await expect.poll(async () => (await ask('/api/health'))?.status).toBe(200)
  const ready = await ask('/api/ready')
  const page = await ask('/')
  expect([ready?.status, ready?.headers.get('retry-after'), page?.status]).toEqual([503, '5', 503])
  await expect.poll(async () => (await ask('/api/ready'))?.status, { timeout: 90_000 }).toBe(200)
  const [, copy = ''] = /"file":"([^"]+)","opens":"KEYS_FILE"/.exec(updated.output()) ?? []
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  updated.process.kill('SIGTERM')
  await updated.exit

  const old = run(env)
  expect(await old.exit).toBe(1)
  expect(old.output()).toContain('it has migration 29991231000000')
  expect(old.output()).not.toMatch(/^\s+at /m)
}, 180_000)
