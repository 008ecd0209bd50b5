import { createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { realtime } from '../../src/optional/realtime/realtime.ts'
import { TokenBucket } from '../../src/optional/realtime/token-bucket.ts'
import { freePort } from '../../testing/free-port.ts'
import { givenStrangers, inSeconds, jwtSecret, token } from './given-strangers.ts'

const service = givenStrangers()
const { letMembersIn, stranger } = service

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
      const { status } = await fetch(`${service.platform.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: service.platform.keys.secret, 'content-type': 'application/json' },
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
    const limited = await service.database.open({ optional: [realtime({ eventsPerSecondOfAddress: 5 })] })
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
    const limited = await service.database.open({
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
    const limited = await service.database.open({
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
    const limited = await service.database.open({ optional: [realtime()] })
    const client = await stranger(limited.url)
    stopTheClock()
    for (let n = 0; n < 12; n++) client.say(`realtime:${n}`, 'phx_join')
    await expect.poll(() => client.closedWith).toBe(1008)
    await limited.close()
  })

  it('silence ends a connection, and a heartbeat is none', async () => {
    const impatient = await service.database.open({ optional: [realtime({ silenceMs: 3_000 })] })
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
      .execute(service.platform.db)
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
      .execute(service.platform.db)
    const heardOf = () =>
      hearer.said.filter(({ topic, event }) => topic === 'realtime:quiet' && event === 'postgres_changes')
    await expect.poll(() => heardOf().length).toBe(1)
    await expect
      .poll(() => hearer.endOf('realtime:crowd'))
      .toEqual({ why: 'Some changes came too fast to be told: read the table again', isClosed: false })
    expect(hearer.endOf('realtime:quiet').why).toBeUndefined()
    await sql`drop table public.crowd, public.quiet`.execute(service.platform.db)
    service.platform.logs.length = 0
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
      .execute(service.platform.db)
    const guarded = await service.database.open({ keys: { jwtSecret }, optional: [realtime()] })
    const client = await stranger(guarded.url)
    for (const role of ['anon', 'authenticated']) {
      const presented = await token({ role, exp: inSeconds(60) })
      expect(await client.join('realtime:members', { private: true }, presented)).toMatch(/^Unauthorized/)
    }
    const { rows } = await sql`select is_called from tried`.execute(service.platform.db)
    expect(rows).toEqual([{ is_called: false }])
    await guarded.close()
    await sql
      .raw(`do $$ begin
      drop trigger count_tries on realtime.messages;
      drop function count_tries;
      drop sequence tried;
    end $$`)
      .execute(service.platform.db)
    await letMembersIn()
  })

  it('that lets in nobody but by policies refuses public channels', async () => {
    const closed = await service.database.open({ optional: [realtime({ publicChannels: false })] })
    const client = await stranger(closed.url)
    expect(await client.join('realtime:room')).toBe('PrivateOnly: This project only allows private channels')
    await closed.close()
  })

  it('that stops says so, and its clients come again', async () => {
    const port = await freePort()
    const listen = async () => {
      const app = fastify()
      await app.register(service.platform.plugin)
      await app.listen({ port, host: '127.0.0.1' })
      return app
    }
    const first = await listen()
    const raw = await stranger(`http://127.0.0.1:${port}`)
    const client = createClient(`http://127.0.0.1:${port}`, service.platform.keys.publishable, {
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
    expect(service.platform.logs).toEqual([])
  })
})

it('messages that nobody can ask for any more go by themselves', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clearing = await service.database.open({ optional: [realtime()] })
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
