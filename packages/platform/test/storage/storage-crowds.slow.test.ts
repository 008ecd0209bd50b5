import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, serviceClient, visitorClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'

let shared: SharedDatabase
let platform: TestPlatform
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crowds-'))
  shared = await givenSharedDatabase()
  platform = await shared.open()
  await serviceClient(platform).storage.createBucket('open', { public: true })
  // Each answer takes a while, and is counted even if it is undone.
  await sql`create sequence public.answers`.execute(platform.db)
  await sql`
    create function public.may_add() returns boolean language plpgsql volatile security definer as $$
    declare until timestamptz := clock_timestamp() + interval '10 ms';
    begin
      perform nextval('public.answers');
      while clock_timestamp() < until loop end loop;
      return true;
    end $$`.execute(platform.db)
  await sql`create policy "visitors add" on storage.objects for insert to anon
    with check (bucket_id = 'open' and public.may_add())`.execute(platform.db)
  await platform.close()
})
afterEach(async () => {
  platform.app.server.closeAllConnections()
  await platform.close()
})
afterAll(async () => {
  await shared.drop()
  await rm(folder, { recursive: true, force: true })
})

const answers = async () => {
  const { rows } = await sql<{ count: string }>`
    select case when is_called then last_value else 0 end as count from public.answers`.execute(platform.db)
  return Number(rows[0]?.count)
}

/** Begins to upload a thousand bytes, and sends the first few. */
function begin(path: string, { from = '127.0.0.1', type = 'text/plain', first = 'abc' } = {}) {
  const { hostname, port } = new URL(platform.url)
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: from })
  const said = { apikey: platform.keys.publishable, 'content-type': type }
  const lines = Object.entries({ host: 'x', connection: 'close', 'content-length': '1000', ...said }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  let text = ''
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.once('close', () => resolve(text))
    socket.once('error', () => {})
  })
  const sent = new Promise<void>((resolve) => {
    socket.write(`POST /storage/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n${first}`, () => resolve())
  })
  return {
    sent,
    answer,
    isAnswered: () => text.startsWith('HTTP/1.1 400 '),
    breakOff: () => socket.destroy(),
    finish: () => socket.write('x'.repeat(997)),
  }
}

const isReadAt = async (path: string) =>
  (await call(platform, path, { key: platform.keys.publishable })).status

describe('uploads that are broken off', () => {
  it('keep nobody waiting, and are left alone', async () => {
    platform = await shared.open()
    let taken = 0
    platform.app.server.on('request', () => {
      taken += 1
    })
    const before = await answers()
    const count = 300
    await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const { sent, breakOff } = begin(`/object/open/${i}`)
        await sent
        breakOff()
      }),
    )
    await expect.poll(() => taken).toBe(count)
    expect(await isReadAt('/rest/v1/memos')).toBe(200)
    // Had it stood in line behind them, all of them would have been asked about by now.
    expect((await answers()) - before).toBeLessThan(count / 4)
    const notes = async () =>
      (await platform.db.selectFrom('platform.unsaved_objects').select('version').execute()).length
    await expect.poll(notes).toBe(0)
    expect((await answers()) - before).toBeLessThan(count / 4)
  })
})

describe('too many uploads at once', () => {
  const few = { ofAddress: 3, inAll: 5 }
  const open = () => shared.open({ storage: { folder, uploadsAtOnce: few } })

  it('are refused before anything is asked for them, by address and in all, until others have ended', async () => {
    platform = await open()
    const before = await answers()
    const own = Array.from({ length: few.ofAddress }, (_, i) => begin(`/object/open/own-${i}`))
    await expect.poll(async () => (await answers()) - before).toBe(3)

    const refused = await call(platform, '/storage/v1/object/open/more', {
      ...{ method: 'POST', key: platform.keys.publishable, body: '{}' },
    })
    expect(refused).toMatchObject({ status: 429, body: { statusCode: '429', code: 'SlowDown' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    // What is no upload goes on.
    expect(await isReadAt('/rest/v1/memos')).toBe(200)
    expect(await isReadAt('/storage/v1/object/public/open/none')).toBe(400)

    const others = ['127.0.0.2', '127.0.0.2'].map((from, i) => begin(`/object/open/other-${i}`, { from }))
    await expect.poll(async () => (await answers()) - before).toBe(5)
    const last = begin('/object/open/last', { from: '127.0.0.3' })
    last.finish()
    expect(await last.answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: \d+\r\n.*"code":"SlowDown"/s)

    // The server's own are counted apart.
    const ofServer = serviceClient(platform).storage.from('open').upload('server', 'x')
    expect((await ofServer).error).toBeNull()

    for (const one of [...own, ...others]) one.finish()
    for (const one of [...own, ...others]) expect(await one.answer).toMatch(/^HTTP\/1\.1 200 /)
    expect((await visitorClient(platform).storage.from('open').upload('now', 'x')).error).toBeNull()
  })

  it('are no more once those that were broken off are tidied up', async () => {
    platform = await open()
    const before = await answers()
    const own = Array.from({ length: few.ofAddress }, (_, i) => begin(`/object/open/off-${i}`))
    await expect.poll(async () => (await answers()) - before).toBe(3)
    const upload = async (name: string) =>
      (await visitorClient(platform).storage.from('open').upload(name, 'x')).error
    expect(await upload('early')).toMatchObject({ statusCode: '429' })
    for (const { breakOff } of own) breakOff()
    await expect.poll(() => upload(crypto.randomUUID())).toBeNull()
    const { rows } = await sql`select from platform.unsaved_objects`.execute(platform.db)
    expect(rows).toHaveLength(0)
    // Who leaves is no fault of the server's.
    expect(platform.logs.filter((line) => line.includes('storage request failed'))).toEqual([])
  })
})

describe('uploads that say nothing', () => {
  const few = { ofAddress: 3, inAll: 5 }
  const inForms = { type: 'multipart/form-data; boundary=b', first: '--b\r\n' }
  const five = (path: string, sent = {}) =>
    Array.from({ length: few.inAll }, (_, i) =>
      begin(`${path}/${i}`, { from: i < few.ofAddress ? '127.0.0.1' : '127.0.0.2', ...sent }),
    )

  it('are refused in forms of those who may not send, and keep the server from nothing', async () => {
    platform = await shared.open({ storage: { folder, uploadsAtOnce: few } })
    await serviceClient(platform).storage.createBucket('closed')
    const silent = five('/object/closed', inForms)
    await Promise.all(silent.map(({ sent }) => sent))
    const upload = (client: typeof visitorClient, name: string) =>
      client(platform).storage.from('open').upload(name, 'x')
    expect((await upload(serviceClient, 'by-the-server')).error).toBeNull()
    await expect.poll(async () => (await upload(visitorClient, crypto.randomUUID())).error).toBeNull()
    // What was answered first may be read here last.
    await expect.poll(() => silent.every(({ isAnswered }) => isAnswered())).toBe(true)
  })

  it('are waited for no longer than is set, whoever sends them', async () => {
    platform = await shared.open({ storage: { folder, uploadsAtOnce: few, stalledTimeoutMs: 300 } })
    for (const sent of [{}, inForms]) {
      const silent = five(`/object/open/${crypto.randomUUID()}`, sent)
      expect(await Promise.all(silent.map(({ answer }) => answer))).toEqual(silent.map(() => ''))
      const upload = () => visitorClient(platform).storage.from('open').upload(crypto.randomUUID(), 'x')
      await expect.poll(async () => (await upload()).error).toBeNull()
    }
  })
})

it('a page or a server that sends very many files at once is refused none', async () => {
  platform = await shared.open()
  for (const [client, count] of [
    [visitorClient(platform), 20],
    [serviceClient(platform), 60],
  ] as const) {
    const answers = await Promise.all(
      Array.from({ length: count }, () => client.storage.from('open').upload(crypto.randomUUID(), 'x')),
    )
    expect(answers.flatMap(({ error }) => error ?? [])).toEqual([])
  }
})

describe('uploads about which the database takes long', () => {
  let impatient: SharedDatabase
  beforeAll(async () => {
    impatient = await givenSharedDatabase({ waitTimeoutMs: 5_000 })
  })
  afterAll(() => impatient.drop())
  const open = async () => {
    platform = await impatient.open({ storage: { folder } })
    await serviceClient(platform).storage.createBucket('slow')
    await sql`create or replace function public.may_add_slowly() returns boolean language plpgsql volatile as $$
      begin perform pg_sleep(0.7); return true; end $$`.execute(platform.db)
    await sql`drop policy if exists "visitors add slowly" on storage.objects`.execute(platform.db)
    await sql`create policy "visitors add slowly" on storage.objects for insert to anon
      with check (bucket_id = 'slow' and public.may_add_slowly())`.execute(platform.db)
  }
  it('are answered 503 when they have waited too long, and keep the server and others not waiting', async () => {
    await open()
    // Far more than are answered in the five seconds that one of them waits, however late a busy machine lets them come.
    const visitors = Array.from({ length: 60 }, async () => {
      const answer = await call(platform, `/storage/v1/object/slow/${crypto.randomUUID()}`, {
        ...{ method: 'POST', key: platform.keys.publishable, body: '{}' },
      })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const other = begin('/object/slow/other', { from: '127.0.0.2' })
    other.finish()
    const [own, others] = await Promise.all([
      serviceClient(platform).storage.from('slow').upload(crypto.randomUUID(), 'x'),
      other.answer,
    ])
    expect(own.error).toBeNull()
    expect(others).toMatch(/^HTTP\/1\.1 200 /)
    const answers = await Promise.all(visitors)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  }, 60_000)
})
