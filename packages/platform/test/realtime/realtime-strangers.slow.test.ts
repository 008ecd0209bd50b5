import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { realtime } from '../../src/optional/realtime/realtime.ts'
import { signedInClient } from '../../testing/clients.ts'
import { givenStrangers, inSeconds, token } from './given-strangers.ts'
import { RawClient } from './raw-client.ts'

const service = givenStrangers()
const { stranger } = service

/**
 * What strangers can do to realtime: what they send, how fast, how much of it, and as whom.
 */
const wrongPassword = JSON.stringify({ email: 'nobody@example.kz', password: 'Wide-steppe-2026' })

describe('a connection', () => {
  it.each([
    ['without a key', '?vsn=2.0.0', 401],
    ['with an unknown key', '?vsn=2.0.0&apikey=sb_publishable_made_up', 403],
    ['with no token', '?vsn=2.0.0&apikey=nonsense', 403],
    ['in another version', '?vsn=3.0.0&apikey=KEY', 400],
  ])('%s is refused', async (_, query, status) => {
    const url = `${service.platform.url.replace('http', 'ws')}/realtime/v1/websocket`
    const socket = new WebSocket(url + query.replace('KEY', service.platform.keys.publishable))
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
      await expect(RawClient.connect(service.platform.url, key)).rejects.toThrow('403')
    }
  })

  it('is no upgrade of another path, nor an ordinary request', async () => {
    const path = `${service.platform.url}/realtime/v1/websocket`
    expect((await fetch(path)).status).toBe(426)
    const other = new WebSocket(`${service.platform.url.replace('http', 'ws')}/rest/v1/pets`)
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
    const { hostname, port } = new URL(service.platform.url)
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
    await app.register(service.platform.plugin)
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
    const few = await service.database.open({ optional: [realtime({ connectionsPerAddress: 2 })] })
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
    const { client, userId } = await signedInClient(service.platform, 'dana@example.kz')
    const session = (await client.auth.getSession()).data.session
    const raw = await stranger()
    expect(await raw.join('realtime:members', privately, session?.access_token)).toBe(null)
    await service.platform.db.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
    await expect
      .poll(() => raw.endOf('realtime:members'))
      .toEqual({ why: 'Session from session_id claim in JWT does not exist', isClosed: true })
  })
})
