import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { realtime } from '../../src/optional/realtime/realtime.ts'
import { TokenBucket } from '../../src/optional/realtime/token-bucket.ts'
import { signedInClient } from '../../testing/clients.ts'
import { freePort } from '../../testing/free-port.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'
import { RawClient } from './raw-client.ts'

/**
 * What strangers can do to realtime: what they send, how fast, how much of it, and as whom.
 */
const wrongPassword = JSON.stringify({ email: 'nobody@example.kz', password: 'Wide-steppe-2026' })
const jwtSecret = 'a secret of at least thirty-two letters'
let database: SharedDatabase
let platform: TestPlatform
const clients: RawClient[] = []

beforeAll(async () => {
  database = await givenSharedDatabase()
  platform = await database.openEmpty({
    keys: { jwtSecret },
    optional: [
      realtime({
        channelsPerConnection: 3,
        joinsPerSecond: 10,
        eventsPerSecond: 20,
        connectionsPerAddress: 50,
        joinsPerSecondOfAddress: 10_000,
        sessionCheckMs: 100,
        maxBufferedBytes: 300_000,
      }),
    ],
  })
  await letMembersIn()
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(async () => {
  await platform.close()
  await database.drop()
})

async function letMembersIn(): Promise<void> {
  await sql`
    create policy "members do all" on realtime.messages for all to authenticated
      using (realtime.topic() = 'members') with check (realtime.topic() = 'members')`.execute(platform.db)
}

async function stranger(url = platform.url): Promise<RawClient> {
  const client = await RawClient.connect(url, platform.keys.publishable)
  clients.push(client)
  return client
}

function token(claims: Record<string, unknown>, secret = jwtSecret): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('a connection', () => {
  it.each([
    ['without a key', '?vsn=2.0.0', 401],
    ['with an unknown key', '?vsn=2.0.0&apikey=sb_publishable_made_up', 403],
    ['with no token', '?vsn=2.0.0&apikey=nonsense', 403],
    ['in another version', '?vsn=3.0.0&apikey=KEY', 400],
  ])('%s is refused', async (_, query, status) => {
    const url = `${platform.url.replace('http', 'ws')}/realtime/v1/websocket`
    const socket = new WebSocket(url + query.replace('KEY', platform.keys.publishable))
    const answered = await new Promise((resolve) => {
      socket.on('unexpected-response', (request, response) => {
        resolve(response.statusCode)
        request.destroy()
      })
      socket.on('open', () => resolve('open'))
    })
    expect(answered).toBe(status)
  })

  it('with a forged token, or of an unknown role, is refused', async () => {
    const forged = await token(
      { role: 'service_role', exp: inSeconds(60) },
      'another secret of thirty-two letters',
    )
    const unknown = await token({ role: 'postgres', exp: inSeconds(60) })
    for (const key of [forged, unknown]) {
      await expect(RawClient.connect(platform.url, key)).rejects.toThrow('403')
    }
  })

  it('is no upgrade of another path, nor an ordinary request', async () => {
    const path = `${platform.url}/realtime/v1/websocket`
    expect((await fetch(path)).status).toBe(426)
    const other = new WebSocket(`${platform.url.replace('http', 'ws')}/rest/v1/pets`)
    const answered = await new Promise((resolve) => other.on('error', ({ message }) => resolve(message)))
    expect(answered).toMatch(/Unexpected server response: (2|4)\d\d/)
  })

  it.each([
    ['POST', '/auth/v1/token?grant_type=password', 'h2c', wrongPassword, 'invalid_credentials'],
    ['POST', '/auth/v1/token?grant_type=password', 'websocket', wrongPassword, 'invalid_credentials'],
    ['POST', '/realtime/v1/websocket', 'websocket', '{}', '404'],
    ['GET', '/realtime/v1/websocket', 'h2c', '', '426'],
    ['GET', '/rest/v1/pets', 'h2c', '', '200 OK'],
  ])('that is none, %s %s with Upgrade: %s, is a request with its body', async (...sent) => {
    const [method, path, upgrade, body, answer] = sent
    const { hostname, port } = new URL(platform.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const answered = await new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
    socket.destroy()
    expect(answered).toContain(answer)
  })

  it('that is none and goes to several addresses is not answered as if it had no body', async () => {
    const app = fastify()
    await app.register(platform.plugin)
    onTestFinished(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    // Where a name has several addresses, Fastify has Node read nothing of it on all but the first.
    Object.assign(app.server, { shouldUpgradeCallback: () => true })
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
    socket.write(
      'PUT /rest/v1/pets HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
  })

  it('beyond as many as an address may have is refused', async () => {
    const few = await database.open({ optional: [realtime({ connectionsPerAddress: 2 })] })
    await stranger(few.url)
    const second = await stranger(few.url)
    await expect(stranger(few.url)).rejects.toThrow('429')
    second.close()
    await expect
      .poll(() =>
        stranger(few.url).then(
          () => 'let in',
          () => 'refused',
        ),
      )
      .toBe('let in')
    await few.close()
  })
})

describe('what is no message', () => {
  const deep = `[null,null,"phoenix","heartbeat",${'['.repeat(100)}${']'.repeat(100)}]`
  const binary = (...bytes: number[]) => Buffer.from(bytes)
  it.each<[string, string | Buffer, number]>([
    ['no JSON', 'hello', 1007],
    ['nothing', '', 1007],
    ['a number', '1', 1007],
    ['an empty list', '[]', 1007],
    ['a list of other things', '[null,null,1,"x",{}]', 1007],
    [
      'an object, as version 1 has it',
      '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}',
      1007,
    ],
    ['nested deeply', deep, 1007],
    ['no bytes', binary(), 1007],
    ['a push of another kind', binary(9, 0, 0, 0, 0, 0, 1), 1007],
    ['a push that is cut off', binary(3, 200, 200, 200, 200, 0, 1, 1), 1007],
    ['a push in another encoding', binary(3, 0, 0, 0, 0, 0, 7), 1007],
    ['a push whose JSON is none', binary(3, 0, 0, 0, 0, 0, 1, 0x7b), 1007],
    ['longer than it may be', 'x'.repeat(300_000), 1009],
  ])('%s ends the connection and nothing else', async (_, frame, code) => {
    const [bad, good] = [await stranger(), await stranger()]
    bad.socket.send(frame)
    await expect.poll(() => bad.closedWith).toBe(code)
    expect(await good.ask('phoenix', 'heartbeat')).toEqual({ status: 'ok', response: {} })
  })

  it.each([
    ['phoenix', 'phx_join', {}, 'unmatched topic'],
    ['other:topic', 'phx_join', {}, 'unmatched topic'],
    ['realtime:', 'phx_join', {}, 'TopicNameRequired: You must provide a topic name'],
    [`realtime:${'x'.repeat(300)}`, 'phx_join', {}, 'TopicNameTooLong: A topic may have 255 bytes'],
    ['realtime:never joined', 'broadcast', {}, 'unmatched topic'],
    ['realtime:never joined', 'presence', {}, 'unmatched topic'],
  ])('%s %s is answered with what is wrong', async (topic, event, payload, reason) => {
    expect(await (await stranger()).ask(topic, event, payload)).toEqual({
      status: 'error',
      response: { reason },
    })
  })

  it.each([
    null,
    1,
    'text',
    { config: 1 },
    { config: { broadcast: 1, presence: [], private: 'no', postgres_changes: {} } },
    { config: { postgres_changes: [null, 1, 'x'] } },
    { config: { presence: { key: { a: 1 } } } },
  ])('a join with %o is one with nothing', async (payload) => {
    expect(await (await stranger()).ask('realtime:room', 'phx_join', payload)).toEqual({
      status: 'ok',
      response: { postgres_changes: [] },
    })
  })

  it('is dropped in a channel that stays', async () => {
    const client = await stranger()
    await client.join('realtime:room', { broadcast: { ack: true } })
    client.say('realtime:room', 'no such event', { a: 1 })
    expect(await client.ask('realtime:room', 'broadcast', [1])).toMatchObject({ status: 'error' })
    expect(await client.ask('realtime:room', 'presence', { event: 'stand' })).toMatchObject({
      status: 'error',
    })
    expect(await client.ask('realtime:room', 'presence', { event: 'track', payload: [1] })).toEqual({
      status: 'error',
      response: { reason: 'Presence track payload must be a map' },
    })
    expect(await client.ask('realtime:room', 'broadcast', { event: 'e', payload: {} })).toMatchObject({
      status: 'ok',
    })
    client.say('realtime:room', 'presence', { event: 'track', payload: { a: 'x'.repeat(20_000) } })
    await expect
      .poll(() => client.endOf('realtime:room'))
      .toEqual({ why: 'Track message size exceeded', isClosed: true })
  })
})

/**
 * From here to the end of the test no second passes for whoever counts by seconds, who has counted nothing in the last: what is too much
 * does not depend on how busy the machine is.
 */
function stopTheClock(): void {
  vi.spyOn(TokenBucket, 'nowMs').mockReturnValue(TokenBucket.nowMs() + 1000)
}

describe('too much', () => {
  it('of messages ends their channel', async () => {
    const [flood, other] = [await stranger(), await stranger()]
    await flood.join('realtime:room')
    await other.join('realtime:room')
    stopTheClock()
    for (let n = 0; n < 50; n++) flood.say('realtime:room', 'broadcast', { event: 'e', payload: { n } })
    await expect
      .poll(() => flood.endOf('realtime:room'))
      .toEqual({ why: 'Too many messages per second', isClosed: true })
    // Whatever was sent to it before has come by then.
    await other.ask('phoenix', 'heartbeat')
    expect(other.said.filter(({ event }) => event === 'broadcast').length).toBe(20)
  })

  it('of joins ends the connection, of channels is refused', async () => {
    const client = await stranger()
    stopTheClock()
    for (const topic of ['one', 'two', 'three']) expect(await client.join(`realtime:${topic}`)).toBe(null)
    expect(await client.join('realtime:four')).toBe('ChannelRateLimitReached: Too many channels')
    expect(await client.join('realtime:one')).toBe(null)
    for (let n = 0; n < 20; n++) client.say(`realtime:${n}`, 'phx_join')
    await expect.poll(() => client.closedWith).toBe(1008)
  })

  it('for somebody who does not read is not kept for them', async () => {
    const [slow, quick] = [await stranger(), await stranger()]
    await slow.join('realtime:room')
    await quick.join('realtime:room')
    slow.socket.pause()
    const payload = 'x'.repeat(200_000)
    const messages = Array.from({ length: 4 }, () => ({ topic: 'room', event: 'e', payload }))
    for (let n = 0; n < 18; n++) {
      const { status } = await fetch(`${platform.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: platform.keys.secret, 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
      })
      expect(status).toBe(202)
    }
    expect((await quick.ask('phoenix', 'heartbeat')).status).toBe('ok')
    slow.socket.resume()
    await expect.poll(() => slow.closedWith).toBe(1006)
    expect(slow.said.length).toBeLessThan(72)
    expect(quick.closedWith).toBe(null)
  })

  it('over HTTP is refused', async () => {
    const limited = await database.open({ optional: [realtime({ eventsPerSecondOfAddress: 5 })] })
    const messages = Array.from({ length: 6 }, () => ({ topic: 'room', event: 'e', payload: {} }))
    const { status } = await fetch(`${limited.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: limited.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ messages }),
    })
    expect(status).toBe(429)
    await limited.close()
  })

  it.each([
    ['of heartbeats', 'phoenix', 'heartbeat'],
    ['to topics that nobody has joined', 'realtime:nowhere', 'broadcast'],
  ])('%s ends the connection', async (_, topic, event) => {
    const client = await stranger()
    stopTheClock()
    for (let n = 0; n < 40; n++) client.say(topic, event)
    await expect.poll(() => client.closedWith).toBe(1008)
    expect(client.said.length).toBe(20)
  })

  it('in one message of a client in no channel ends the connection', async () => {
    const [early, joined] = [await stranger(), await stranger()]
    await joined.join('realtime:room')
    for (const client of [early, joined]) client.say('phoenix', 'heartbeat', { a: 'x'.repeat(20_000) })
    await expect.poll(() => early.closedWith).toBe(1009)
    expect((await joined.ask('phoenix', 'heartbeat')).status).toBe('ok')
  })

  it('of all that one address sends ends its connections', async () => {
    const limited = await database.open({
      optional: [realtime({ bytesPerSecondOfAddress: 0, maxPayloadBytes: 25_000 })],
    })
    const pair = [await stranger(limited.url), await stranger(limited.url)]
    for (const client of pair) await client.join('realtime:room')
    stopTheClock()
    for (let n = 0; n < 10; n++) {
      for (const client of pair) client.say('phoenix', 'heartbeat', { a: 'x'.repeat(24_000) })
    }
    await expect.poll(() => pair.map(({ closedWith }) => closedWith)).toEqual([1008, 1008])
    await limited.close()
  })

  it.each<[string, number, string, string | undefined]>([
    ['without sense', 6, 'nonsense', undefined],
    ['by nobody', 6, '{}', 'nobody'],
    ['of many bytes', 3, 'x'.repeat(60_000), undefined],
  ])('of what is refused over HTTP is counted: %s', async (_, times, body, apikey) => {
    const limited = await database.open({
      optional: [
        realtime({ eventsPerSecondOfAddress: 5, bytesPerSecondOfAddress: 0, maxPayloadBytes: 25_000 }),
      ],
    })
    stopTheClock()
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        fetch(`${limited.url}/realtime/v1/api/broadcast`, {
          method: 'POST',
          headers: { apikey: apikey ?? limited.keys.publishable, 'content-type': 'application/json' },
          body,
        }).then(({ status }) => status),
      ),
    )
    expect(new Set(answers)).toEqual(new Set([apikey === undefined ? 422 : 401, 429]))
    await limited.close()
  })

  it('of joins by one address ends its connection', async () => {
    const limited = await database.open({ optional: [realtime()] })
    const client = await stranger(limited.url)
    stopTheClock()
    for (let n = 0; n < 12; n++) client.say(`realtime:${n}`, 'phx_join')
    await expect.poll(() => client.closedWith).toBe(1008)
    await limited.close()
  })

  it('silence ends a connection, and a heartbeat is none', async () => {
    const impatient = await database.open({ optional: [realtime({ silenceMs: 3_000 })] })
    const [silent, beating] = [await stranger(impatient.url), await stranger(impatient.url)]
    await expect
      .poll(
        async () => {
          await beating.ask('phoenix', 'heartbeat')
          return silent.closedWith
        },
        { interval: 100 },
      )
      .toBe(1006)
    expect(beating.closedWith).toBe(null)
    await impatient.close()
  })
})

describe('very many changes', () => {
  it('of one table keep nobody from hearing of another, and are not lost without a word', async () => {
    await sql
      .raw(`do $$ begin
      create table public.crowd (id int primary key);
      create table public.quiet (id int primary key);
      grant select on public.crowd, public.quiet to anon;
      alter publication supabase_realtime add table public.crowd, public.quiet;
    end $$`)
      .execute(platform.db)
    const hearer = await stranger()
    const wants = (table: string, filter?: string) => ({
      postgres_changes: [{ event: 'INSERT', schema: 'public', table, filter }],
    })
    await hearer.join('realtime:crowd', wants('crowd', 'id=lt.0'))
    await hearer.join('realtime:quiet', wants('quiet'))
    await sql
      .raw(`do $$ begin
      insert into public.crowd select generate_series(1, 10000);
      insert into public.quiet values (1);
      insert into public.crowd select generate_series(10001, 20000);
      insert into public.crowd select generate_series(20001, 30000);
    end $$`)
      .execute(platform.db)
    const heardOf = () =>
      hearer.said.filter(({ topic, event }) => topic === 'realtime:quiet' && event === 'postgres_changes')
    await expect.poll(() => heardOf().length).toBe(1)
    await expect
      .poll(() => hearer.endOf('realtime:crowd'))
      .toEqual({ why: 'Some changes came too fast to be told: read the table again', isClosed: false })
    expect(hearer.endOf('realtime:quiet').why).toBeUndefined()
    await sql`drop table public.crowd, public.quiet`.execute(platform.db)
    platform.logs.length = 0
  })
})

describe('a token', () => {
  const cannot = 'You do not have permissions to read from this Channel topic: members'
  const privately = { private: true }

  it.each<[string, () => Promise<string>, string]>([
    [
      'that is forged',
      () => token({ role: 'authenticated', exp: inSeconds(60) }, 'x'.repeat(32)),
      'JwtSignatureError: Failed to validate JWT signature',
    ],
    ['that is none', async () => 'nonsense', 'MalformedJWT: The token provided is not a valid JWT'],
    [
      'without a role',
      () => token({ exp: inSeconds(60) }),
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
    [
      'without an end',
      () => token({ role: 'authenticated' }),
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
    [
      'that has expired',
      () => token({ role: 'authenticated', exp: inSeconds(-100) }),
      'InvalidJWTToken: Token has expired 100 seconds ago',
    ],
    [
      'of an unknown role',
      () => token({ role: 'postgres', exp: inSeconds(60) }),
      'Unauthorized: The role postgres may not be acted as',
    ],
    [
      'of a session that is over',
      () => token({ role: 'authenticated', exp: inSeconds(60), session_id: crypto.randomUUID() }),
      `Unauthorized: ${cannot}`,
    ],
    ['of a visitor', () => token({ role: 'anon', exp: inSeconds(60) }), `Unauthorized: ${cannot}`],
  ])('%s lets nobody into a private channel', async (_, make, reason) => {
    const client = await stranger()
    expect((await client.join('realtime:members', privately, await make()))?.replace(/10\d/, '100')).toBe(
      reason,
    )
  })

  it('that expires ends its channel', async () => {
    const client = await stranger()
    expect(
      await client.join(
        'realtime:members',
        privately,
        await token({ role: 'authenticated', exp: inSeconds(5) }),
      ),
    ).toBe(null)
    client.say('realtime:members', 'access_token', { access_token: 'sb_publishable_of_another' }, 'joined')
    const keepOn = async () => {
      await client.ask('phoenix', 'heartbeat')
      return client.endOf('realtime:members')
    }
    await expect.poll(keepOn).toEqual({ why: 'Token has expired 0 seconds ago', isClosed: true })
  })

  it.each<[string, () => Promise<string>, string]>([
    ['with less rights', () => token({ role: 'anon', exp: inSeconds(60) }), cannot],
    ['that is empty', async () => '', 'The token provided is not a valid JWT'],
    ['without claims', () => token({ exp: inSeconds(60) }), 'Fields `role` and `exp` are required in JWT'],
  ])('%s in the place of another ends its channel', async (_, make, why) => {
    const client = await stranger()
    await client.join(
      'realtime:members',
      privately,
      await token({ role: 'authenticated', exp: inSeconds(60) }),
    )
    client.say('realtime:members', 'access_token', { access_token: await make() }, 'joined')
    await expect.poll(() => client.endOf('realtime:members')).toEqual({ why, isClosed: true })
  })

  it('in the place of another lets its channel go on', async () => {
    const client = await stranger()
    await client.join(
      'realtime:members',
      { ...privately, broadcast: { ack: true } },
      await token({ role: 'authenticated', exp: inSeconds(5) }),
    )
    client.say(
      'realtime:members',
      'access_token',
      { access_token: await token({ role: 'authenticated', exp: inSeconds(60) }) },
      'joined',
    )
    expect(
      await client.ask('realtime:members', 'broadcast', { event: 'e', payload: {} }, 'joined'),
    ).toMatchObject({ status: 'ok' })
    expect(client.endOf('realtime:members')).toEqual({ why: undefined, isClosed: false })
  })

  it('of a session that ends is of no use soon', async () => {
    const { client, userId } = await signedInClient(platform, 'dana@example.kz')
    const session = (await client.auth.getSession()).data.session
    const raw = await stranger()
    expect(await raw.join('realtime:members', privately, session?.access_token)).toBe(null)
    await platform.db.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
    await expect
      .poll(() => raw.endOf('realtime:members'))
      .toEqual({ why: 'Session from session_id claim in JWT does not exist', isClosed: true })
  })
})

describe('a server', () => {
  it('on which no policy lets in anybody tries nothing for a stranger', async () => {
    await sql
      .raw(`do $$ begin
      drop policy "members do all" on realtime.messages;
      create sequence tried;
      create function count_tries() returns trigger language plpgsql as 'begin perform nextval(''tried''); return new; end';
      create trigger count_tries before insert on realtime.messages for each row execute function count_tries();
    end $$`)
      .execute(platform.db)
    const guarded = await database.open({ keys: { jwtSecret }, optional: [realtime()] })
    const client = await stranger(guarded.url)
    for (const role of ['anon', 'authenticated']) {
      const presented = await token({ role, exp: inSeconds(60) })
      expect(await client.join('realtime:members', { private: true }, presented)).toMatch(/^Unauthorized/)
    }
    const { rows } = await sql`select is_called from tried`.execute(platform.db)
    expect(rows).toEqual([{ is_called: false }])
    await guarded.close()
    await sql
      .raw(`do $$ begin
      drop trigger count_tries on realtime.messages;
      drop function count_tries;
      drop sequence tried;
    end $$`)
      .execute(platform.db)
    await letMembersIn()
  })

  it('that lets in nobody but by policies refuses public channels', async () => {
    const closed = await database.open({ optional: [realtime({ publicChannels: false })] })
    const client = await stranger(closed.url)
    expect(await client.join('realtime:room')).toBe('PrivateOnly: This project only allows private channels')
    await closed.close()
  })

  it('that stops says so, and its clients come again', async () => {
    const port = await freePort()
    const listen = async () => {
      const app = fastify()
      await app.register(platform.plugin)
      await app.listen({ port, host: '127.0.0.1' })
      return app
    }
    const first = await listen()
    const raw = await stranger(`http://127.0.0.1:${port}`)
    const client = createClient(`http://127.0.0.1:${port}`, platform.keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { reconnectAfterMs: () => 50 },
    })
    const states: string[] = []
    const channel = client.channel('room').subscribe((state) => states.push(state))
    await expect.poll(() => states).toEqual(['SUBSCRIBED'])
    await first.close()
    await expect.poll(() => raw.closedWith).toBe(1012)
    const second = await listen()
    await expect.poll(() => states.at(-1)).toBe('SUBSCRIBED')
    expect(states.length).toBeGreaterThan(1)
    await channel.unsubscribe()
    await client.realtime.disconnect()
    await second.close()
  })

  it('has logged nothing of what was sent', () => {
    expect(platform.logs).toEqual([])
  })
})

it('messages that nobody can ask for any more go by themselves', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clearing = await database.open({ optional: [realtime()] })
  try {
    await sql`insert into realtime.messages (topic, event, extension, inserted_at) values
      ('forgotten', 'old relay', 'relay', now() - interval '11 minutes'), ('forgotten', 'relay', 'relay', now() - interval '9 minutes'),
      ('forgotten', 'old', 'broadcast', now() - interval '4 days'), ('forgotten', 'young', 'broadcast', now() - interval '2 days')`.execute(
      clearing.db,
    )
    vi.advanceTimersByTime(5 * 60_000)
    const events = async () => {
      const { rows } = await sql<{
        event: string
      }>`select event from realtime.messages where topic = 'forgotten' order by event`.execute(clearing.db)
      return rows.map(({ event }) => event)
    }
    await expect.poll(events).toEqual(['relay', 'young'])
  } finally {
    vi.useRealTimers()
    await clearing.close()
  }
})
