import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { buildAttempt } from '@app/testing/attempt'
import { givenDatabase, type TestDatabase } from '@app/testing/database/given-database'
import { aigerim, freshEmail } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'

type Answer = { statusCode: number; headers: Record<string, unknown> }

/** PostgreSQL as its administrators have it: connections are dropped, and for a while none is taken. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('a PostgreSQL that drops its connections', () => {
  let server: GivenServer
  let source: TestDatabase
  let control: Client
  let name: string
  let token: string

  beforeAll(async () => {
    const given = await givenDatabase()
    source = { ...given, settings: { ...given.settings, statementTimeoutMs: 3_000, waitTimeoutMs: 5_000 } }
    server = await givenServer({ database: source })
    token = (await server.signIn(freshEmail(aigerim))).token
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
    name = rows[0]?.name ?? ''
    const template = inject('databaseTemplate')
    control = new Client({ connectionString: template.kind === 'postgres' ? `${template.url}/postgres` : '' })
    await control.connect()
  })
  afterAll(async () => {
    await control.end()
    await server.close()
    await source.drop()
  })

  const drop = () =>
    control.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  const open = (isOpen: boolean) => control.query(`alter database ${name} allow_connections ${isOpen}`)

  const headers = () => ({ apikey: server.publishableKey })
  const asking: Record<string, () => Promise<Answer>> = {
    'the API': () => server.saveLead(buildAttempt({ contact: { ...aigerim, email: freshEmail(aigerim) } })),
    rest: () => server.app.inject({ url: '/rest/v1/quiz_leads?select=id', headers: headers() }),
    auth: () =>
      server.app.inject({
        url: '/auth/v1/token?grant_type=password',
        method: 'POST',
        headers: headers(),
        payload: { email: freshEmail(aigerim), password: 'not her password' },
      }),
    storage: () => server.app.inject({ url: '/storage/v1/object/public/checklists/none.pdf' }),
    functions: () =>
      server.app.inject({
        url: '/functions/v1/export-account',
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
      }),
    readiness: () => server.app.inject('/api/ready'),
  }

  const askAll = (among = Object.entries(asking)) =>
    Promise.all(
      among.map(async ([asked, ask]) => {
        const { statusCode, headers } = await ask()
        return { asked, statusCode, retryAfter: headers['retry-after'] }
      }),
    )

  it('is answered 503 for as long as it is away, never 500, and it comes back by itself', async () => {
    const answers: Awaited<ReturnType<typeof askAll>> = []
    for (let times = 0; times < 8; times++) {
      const underWay = [askAll(), askAll(), askAll()]
      await drop()
      answers.push(...(await Promise.all(underWay)).flat())
    }
    await open(false)
    await drop()
    const away = await askAll()
    await open(true)

    expect(away.filter(({ statusCode }) => statusCode !== 503)).toEqual([])
    const failures = [...answers, ...away].filter(({ statusCode }) => statusCode >= 500)
    expect(failures.filter(({ statusCode, retryAfter }) => statusCode !== 503 || !retryAfter)).toEqual([])
    const failing = async () => (await askAll()).filter(({ statusCode }) => statusCode >= 500)
    await expect.poll(failing).toEqual([])
  }, 90_000)

  it('is told of by two lines an outage, although every queue asks every second', async () => {
    await expect.poll(() => linesOf(server).at(-1)?.msg).toBe('the database answers again')
    server.log.length = 0
    await server.jobs.startWorkers()
    await open(false)
    await drop()
    await askAll()
    await expect.poll(() => linesOf(server)).not.toEqual([])
    await askAll()
    await open(true)

    await expect
      .poll(() => linesOf(server))
      .toMatchObject([
        { msg: 'the database does not answer', code: expect.any(String) },
        { msg: 'the database answers again', failures: expect.any(Number) },
      ])
  }, 90_000)

  it('that holds a lock for ever is answered 503 in the time that a statement has', async () => {
    const holder = new Client({
      connectionString: source.settings.kind === 'postgres' ? source.settings.url : '',
    })
    await holder.connect()
    await holder.query('begin; lock table quiz_leads in access exclusive mode')
    const msUntilRefused = async () => {
      const beganAt = performance.now()
      const answers = await askAll([['the API', () => asking['the API']?.() ?? Promise.reject()]])
      expect(answers).toEqual([{ asked: 'the API', statusCode: 503, retryAfter: '5' }])
      return performance.now() - beganAt
    }
    // Asked again where the machine was busy.
    await expect.poll(msUntilRefused).toBeLessThan(8_000)
    await holder.end()
    await expect.poll(async () => (await askAll()).every(({ statusCode }) => statusCode < 500)).toBe(true)
  })
})

/**
 * Returns the log lines of the server besides those of requests and of its own jobs. Whichever part
 * is first to fail tells of an outage.
 */
function linesOf({ log }: GivenServer) {
  type Failure = { code?: string }
  type Line = { level: string; msg: string; error?: Failure; err?: Failure; failures?: number }
  return log
    .map((line) => JSON.parse(line) as Line)
    .filter(({ level, msg }) => level !== 'info' || msg.startsWith('the database'))
    .map(({ msg, error, err = error, failures }) => ({ msg, code: err?.code, failures }))
}

/** A way to PostgreSQL that can be closed without a word, as a network is that loses everything. */
async function givenWay(url: string) {
  const to = new URL(url)
  let isOpen = true
  const sockets = new Set<Socket>()
  const way = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [from, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (bytes) => void (isOpen && other.write(bytes)))
      from.on('close', () => void (isOpen && other.end()))
    }
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  const address = way.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: Object.assign(new URL(url), { port }).href,
    lose(loses: boolean) {
      isOpen = !loses
    },
    close() {
      for (const socket of sockets) socket.destroy()
      way.close()
    },
  }
}

it.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a PostgreSQL that takes connections and answers nothing is away within seconds, and comes back by itself',
  async () => {
    const source = await givenDatabase()
    const way = await givenWay(source.settings.kind === 'postgres' ? source.settings.url : '')
    const server = await givenServer({
      env: { STATEMENT_SECONDS: '1' },
      database: { ...source, settings: { kind: 'postgres', url: way.url, statementTimeoutMs: 1_000 } },
    })
    onTestFinished(async () => {
      await server.close()
      way.close()
      await source.drop()
    })
    const save = () => server.saveLead(buildAttempt({ contact: { ...aigerim, email: freshEmail(aigerim) } }))
    const ready = () => server.app.inject('/api/ready')
    expect([(await save()).statusCode, (await ready()).statusCode]).toEqual([201, 200])
    server.log.length = 0
    way.lose(true)

    const msUntilRefused = async () => {
      const beganAt = performance.now()
      const answers = await Promise.all([ready(), save(), save(), save()])
      expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
        answers.map(() => [503, '5']),
      )
      return performance.now() - beganAt
    }
    await expect.poll(msUntilRefused, { timeout: 60_000 }).toBeLessThan(20_000)
    way.lose(false)
    await expect.poll(async () => (await ready()).statusCode).toBe(200)
    expect((await save()).statusCode).toBe(201)
    await expect.poll(() => linesOf(server).length).toBe(2)
  },
  180_000,
)
