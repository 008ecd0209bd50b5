import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWriteProbe } from './write-probe.ts'

let server: GivenServer
beforeAll(async () => {
  server = await givenServer({ env: { SITE_URL: 'https://clearday.kz' } })
})
afterAll(() => server.close())

const ready = async () => (await server.app.inject('/api/ready')).statusCode

/** A full disk and a read-only database as they answer a write, and let everything be read. */
test.each(['53100', '25006'])(
  'while writes are refused with %s the server is not ready, and then it is',
  async (code) => {
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
    server.log.length = 0
    await sql
      .raw(
        `create function refuse_writes() returns trigger language plpgsql as $$
      begin raise exception 'a path of the machine' using errcode = '${code}'; end $$;`,
      )
      .execute(server.db)
    await sql
      .raw(
        `create trigger refuse_writes before insert or update on job_beats
          for each row execute function refuse_writes();`,
      )
      .execute(server.db)
    // Also before the queue's first beat.
    await sql.raw('delete from job_beats').execute(server.db)
    await expect.poll(ready, { timeout: 10_000 }).toBe(503)

    const { headers, body } = await server.app.inject('/api/ready')
    expect([headers['retry-after'], JSON.parse(body).code]).toEqual(['5', 'unavailable'])
    expect(body).not.toContain('machine')
    expect(server.log.filter((line) => line.includes('nothing can be written'))).toHaveLength(1)
    expect((await server.app.inject('/api/health')).statusCode).toBe(200)

    await sql.raw('drop trigger refuse_writes on job_beats').execute(server.db)
    await sql.raw('drop function refuse_writes()').execute(server.db)
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
  },
  40_000,
)

test.runIf(process.platform === 'linux')('a disk with no room is not ready', async () => {
  const log = { info() {}, error() {} }
  // The file system of processes has no room at all.
  await expect(openWriteProbe({ db: server.db, dataDir: '/proc', log })()).rejects.toThrow()
  await expect(openWriteProbe({ db: server.db, dataDir: '/dev/shm', log })()).resolves.toBeUndefined()
})

test.each(['/auth/v1/settings', '/rest/v1/quiz_leads', '/storage/v1/bucket', '/functions/v1/export-account'])(
  'pages of the site may call %s, and those of others may not',
  async (url) => {
    const nameOf = async (origin: string, method: 'GET' | 'OPTIONS' | 'POST') => {
      const headers = { origin, 'access-control-request-method': 'GET', apikey: server.publishableKey }
      const answer = await server.app.inject({ method, url, headers })
      expect(answer.headers.vary).toContain('origin')
      return answer.headers['access-control-allow-origin']
    }

    for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
      expect(await nameOf('https://clearday.kz', method)).toBe('https://clearday.kz')
      expect(await nameOf('https://elsewhere.kz', method)).toBeUndefined()
    }
  },
)

test('what a function itself says of other origins does not count', async () => {
  const { token } = await server.signIn('cors@example.com')
  const answer = await server.app.inject({
    method: 'GET',
    url: '/functions/v1/export-account',
    headers: { origin: 'https://elsewhere.kz', authorization: `Bearer ${token}` },
  })

  // By the function itself, which lets pages of any origin read its answers.
  expect(answer.json()).toMatchObject({ code: 'method_not_allowed' })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test('sign-in names no version to a stranger', async () => {
  expect(JSON.stringify((await server.app.inject('/auth/v1/health')).json())).not.toMatch(/version|\d+\.\d+/)
})

test('the contact is a card that phones open', async () => {
  server.log.length = 0
  const { statusCode, headers, body } = await server.app.inject('/api/contact.vcf')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/vcard; charset=utf-8'])
  expect(body).toMatch(
    /^BEGIN:VCARD\r\nVERSION:3\.0\r\n[\s\S]*TEL;TYPE=CELL:\+\d{11}\r\n[\s\S]*END:VCARD\r\n$/,
  )
  // An answer that is sent twice is logged and counted as an error although it arrives.
  expect(server.log.filter((line) => line.includes('ERR_HTTP_HEADERS_SENT'))).toEqual([])
})
