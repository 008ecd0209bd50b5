import { once } from 'node:events'
import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@app/platform/database/open-database'
import { requestTimeoutMs } from '@app/platform/http/body-timeout'
import { beforeAll, describe, expect, onTestFinished, test as testAnywhere } from 'vitest'
import { attemptOf, givenInstallation, type Running } from './given-installation.ts'

// Each makes an embedded database of its own, so that the run on PostgreSQL would only repeat it.
const test = testAnywhere.runIf(process.env.TEST_DATABASE === 'pglite')

const { port, folder, data, home, run, serving, stopServing, ask } = await givenInstallation()

/** Begins to send a lead, and no more than begins; the server has taken the request when it asks for the rest of it. */
async function beginLead(length: number): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1')
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

/** What is wrong is said in a sentence, without the trace of a fault of ours. */
async function expectRefusal(server: Running, said: RegExp, code = 1): Promise<void> {
  expect(await server.exit).toBe(code)
  expect(server.output()).toMatch(said)
  expect(server.output()).not.toMatch(/nobody caught this|could not start|^\s+at /m)
}

test('a start without its database, but with the key file of one, is refused in a sentence', async () => {
  const lost = path.join(folder, 'lost')
  writeFileSync(`${lost}.keys`, 'the keys of a database')

  await expectRefusal(run({ PORT: String(port), DATA_DIR: lost }), /^There is no database in .*lost/m)
})

test.each([
  ['pg_control', (database: string) => truncateSync(path.join(database, 'global/pg_control'), 0)],
  [
    'the log',
    (database: string) => {
      for (const name of readdirSync(path.join(database, 'pg_wal'))) {
        if (/^[0-9A-F]{24}$/.test(name)) truncateSync(path.join(database, 'pg_wal', name), 0)
      }
    },
  ],
])('a start on a database whose %s was emptied is refused in a sentence, with 65', async (name, empty) => {
  const damaged = path.join(folder, `damaged-${name.replace(' ', '-')}`)
  const database = path.join(damaged, 'database')
  await (await openDatabase({ kind: 'pglite', dataDir: database })).close()
  empty(database)
  const server = run({ PORT: String(port), DATA_DIR: damaged })

  await expectRefusal(server, /^The database in .* is damaged and was left untouched: .*npm run restore/m, 65)
})

test('a start whose PostgreSQL is away is refused in a sentence', async () => {
  const DATABASE_URL = 'postgres://clearday:a-password@127.0.0.1:9/clearday'
  const server = run({ PORT: String(port), DATA_DIR: path.join(folder, 'files'), DATABASE_URL })

  await expectRefusal(server, /^DATABASE_URL: the database cannot be reached \(ECONNREFUSED\)/m)
  expect(server.output()).not.toContain('a-password')
})

test.each(['PORT', 'SITE_URL'])('a wrong %s is named before anything is built of it', async (name) => {
  const server = run({ [name]: 'clearday.kz', DATA_DIR: data }, [
    path.join(import.meta.dirname, '../../../scripts/start.ts'),
  ])

  await expectRefusal(server, new RegExp(`^  - ${name}: `, 'm'))
})

test('a start in production with what the sample has is refused by name', async () => {
  const server = run({ NODE_ENV: 'production', OWNER_IIN: '000000000000', DATA_DIR: data })

  await expectRefusal(server, /OWNER_IIN: is still the sample value/)
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
    const session = await ask('/api/panel/session', {
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

  test('keeps its folder to itself', async () => {
    const second = run({ PORT: '0', DATA_DIR: data })

    await expectRefusal(
      second,
      new RegExp(`^The data folder .* is in use by process ${server.process.pid} `, 'm'),
    )
  })

  test('what it writes is closed to others on the machine, and its keys lie apart from its data', async () => {
    const modeOf = (file: string) => statSync(file).mode & 0o777

    expect([modeOf(data), modeOf(path.join(data, 'storage')), modeOf(`${data}.keys`)]).toEqual([
      0o700, 0o700, 0o600,
    ])
  })
})

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
  await expect(ask('/api/health')).rejects.toThrow()
})

test('a stop that comes while it still begins to work ends with 0', async () => {
  await stopServing()
  const server = run({ ...home, LOG_LEVEL: 'info' })
  // First what answers meanwhile listens, and then the server itself, which begins to do jobs right after that.
  const timesListening = () => server.output().split('Server listening').length - 1
  await new Promise<void>((resolve) => {
    server.process.stdout?.on('data', () => timesListening() === 2 && resolve())
    void server.exit.then(() => resolve())
  })
  server.process.kill('SIGTERM')

  expect(await server.exit, server.output()).toBe(0)
})

test('a stop that takes too long says what it waited for', async () => {
  await stopServing()
  const server = run({ ...home, LOG_LEVEL: 'info' }, [path.join(import.meta.dirname, 'slow-stop.ts')])
  await expect
    .poll(async () => (await ask('/api/ready').catch(() => null))?.status, { timeout: 120_000 })
    .toBe(200)
  server.process.kill('SIGTERM')

  expect(await server.exit).toBe(1)
  expect(server.output()).toContain('"waitsFor":"jobs that are under way","msg":"the stop took too long')
})

test('a port that is taken is explained and ends with 1', async () => {
  await stopServing()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const server = run({ PORT: String(port), DATA_DIR: data })

  expect(await server.exit).toBe(1)
  expect(server.output()).toContain(`cannot listen on 127.0.0.1:${port} (listen EADDRINUSE`)
})

test('a request that does not end cannot hold the stop for long', async () => {
  const server = await serving()
  const { socket } = await beginLead(10)

  const stoppedAt = performance.now()
  server.process.kill('SIGTERM')
  // By its own clock, since it would end with 1 if that took ten seconds; and sooner than the request would be given up.
  expect(await server.exit).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(requestTimeoutMs)
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
    ask('/api/health').then(
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

// The last, since no other test can work with what it leaves.
test('an update lives, is not ready and keeps a copy; the version before it is refused then', async () => {
  const next = path.join(folder, 'next-migrations')
  cpSync(path.join(import.meta.dirname, '../../../supabase/migrations'), next, { recursive: true })
  const goOn = 'go-on'
  writeFileSync(
    path.join(next, '29991231000000_next.sql'),
    `create table next_version ();
    do $$ begin while pg_stat_file('${goOn}', true) is null loop perform pg_sleep(0.05); end loop; end $$;`,
  )
  await serving()
  await stopServing()

  const program = [path.join(import.meta.dirname, 'next-version.ts')]
  const env = { PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'info' }
  const updated = run({ ...env, MIGRATIONS_DIR: next }, program)
  const statusOf = async (asked: string) => (await ask(asked).catch(() => null))?.status
  await expect.poll(() => statusOf('/api/health')).toBe(200)
  const [ready, page] = [await ask('/api/ready'), await ask('/')]
  expect([ready.status, ready.headers.get('retry-after'), page.status]).toEqual([503, '5', 503])
  // The migration looks for it in the folder of the database.
  writeFileSync(path.join(data, 'database', goOn), '')
  await expect.poll(() => statusOf('/api/ready'), { timeout: 90_000 }).toBe(200)
  const [, copy = ''] = /"file":"([^"]+)","opens":"KEYS_FILE"/.exec(updated.output()) ?? []
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  updated.process.kill('SIGTERM')
  await updated.exit

  const old = run(env)
  expect(await old.exit).toBe(1)
  expect(old.output()).toContain('it has migration 29991231000000')
  expect(old.output()).not.toMatch(/^\s+at /m)
}, 180_000)
