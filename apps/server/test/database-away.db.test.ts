import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

type Answer = { statusCode: number; headers: Record<string, unknown> }

/** PostgreSQL as its administrators have it: connections are dropped, and for a while none is taken. */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('a PostgreSQL that drops its connections', () => {
  let server: GivenServer
  let control: Client
  let name: string
  let token: string

  beforeAll(async () => {
    server = await givenServer()
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

  const askAll = () =>
    Promise.all(
      Object.entries(asking).map(async ([asked, ask]) => {
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
    await expect.poll(failing, { timeout: 30_000 }).toEqual([])
  }, 90_000)

  it('is named by the job queue as what failed', async () => {
    await server.jobs.startWorkers()
    await open(false)
    await drop()
    const failures = () =>
      server.log
        .map((line) => JSON.parse(line) as { msg: string; error?: { code?: string; message?: string } })
        .filter(({ msg }) => msg === 'job queue failed')
    await expect.poll(failures, { timeout: 30_000 }).not.toEqual([])
    await open(true)
    expect(failures().filter(({ error }) => !error?.code || !error.message)).toEqual([])
  }, 60_000)
})
