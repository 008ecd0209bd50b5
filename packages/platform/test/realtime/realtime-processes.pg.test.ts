import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { realtime } from '../../src/optional/realtime/realtime.ts'
import { givenDatabase, type TestDatabase } from '../../testing/given-database.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

/**
 * Several processes on one PostgreSQL, each with clients of its own. PGlite has one process only.
 */
describe.runIf(process.env.TEST_DATABASE === 'postgres')('two processes on one database', () => {
  let database: TestDatabase
  let platforms: TestPlatform[]
  const clients: SupabaseClient[] = []

  beforeAll(async () => {
    database = await givenDatabase()
    platforms = [await openOne(), await openOne()]
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.realtime.disconnect()))
    await Promise.all(platforms.map((platform) => platform.close()))
    await database.drop()
  })

  const openOne = () => givenPlatform({ database: database.settings, optional: [realtime()] })

  function clientOf(platform: TestPlatform | undefined): SupabaseClient {
    if (!platform) throw new Error('there are two')
    const client = createClient(platform.url, platform.keys.publishable, { auth: { persistSession: false } })
    clients.push(client)
    return client
  }
  const joined = (channel: RealtimeChannel) =>
    new Promise((resolve) => channel.subscribe((status, error) => resolve(error?.message ?? status)))

  it('hear each other’s broadcasts, long and short, in their order, and bytes', async () => {
    const [here, there] = [clientOf(platforms[0]).channel('room'), clientOf(platforms[1]).channel('room')]
    const heard: unknown[] = []
    there.on('broadcast', { event: '*' }, ({ payload }) =>
      heard.push(payload instanceof ArrayBuffer ? [...new Uint8Array(payload)] : payload),
    )
    await joined(there)
    await joined(here)
    const long = { text: 'ж'.repeat(5_000), nul: '\u0000', half: '\ud800' }
    await here.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
    await here.send({ type: 'broadcast', event: 'e', payload: long })
    await here.send({ type: 'broadcast', event: 'e\u0000', payload: { n: 2 } })
    await here.send({ type: 'broadcast', event: 'e', payload: Uint8Array.from([0, 255]).buffer })
    await expect.poll(() => heard).toHaveLength(4)
    expect(heard).toEqual([{ n: 1 }, long, { n: 2 }, [0, 255]])

    // One that nobody is connected to.
    const third = await openOne()
    await clientOf(third).channel('room').httpSend('e', { n: 3 })
    await expect.poll(() => heard.at(-1)).toEqual({ n: 3 })
    await third.close()
  })

  it('know who is there, also when one of them stops, or comes later', async () => {
    const third = await openOne()
    const present = async (platform: TestPlatform | undefined, key: string) => {
      const client = clientOf(platform)
      const channel = client.channel('presence', { config: { presence: { key } } })
      channel.on('presence', { event: 'sync' }, () => {})
      await joined(channel)
      await channel.track({ about: 'x'.repeat(5_000) })
      return channel
    }
    const [one, two] = [await present(platforms[0], 'one'), await present(platforms[1], 'two')]
    const three = await present(third, 'three')
    const keys = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort()
    for (const channel of [one, two, three]) {
      await expect.poll(() => keys(channel)).toEqual(['one', 'three', 'two'])
    }
    await two.untrack()
    await expect.poll(() => keys(one)).toEqual(['one', 'three'])
    await third.close()
    await expect.poll(() => keys(one)).toEqual(['one'])
    await expect.poll(() => keys(two)).toEqual(['one'])
  })

  it('tell of changes and of messages that either has made, once', async () => {
    const [first, second] = platforms
    await sql`create table public.rooms (id int primary key)`.execute(first?.db ?? never())
    await sql`alter publication supabase_realtime add table public.rooms`.execute(first?.db ?? never())
    const heards = await Promise.all(
      [first, second].map(async (platform) => {
        const heard: unknown[] = []
        const channel = clientOf(platform).channel('changes')
        channel.on('postgres_changes', { event: '*', schema: 'public', table: 'rooms' }, (change) =>
          heard.push(change.new),
        )
        channel.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
        expect(await joined(channel)).toBe('SUBSCRIBED')
        return heard
      }),
    )
    await sql`insert into public.rooms values (1)`.execute(first?.db ?? never())
    await sql`select realtime.send('{"n": 1}', 'e', 'changes', false)`.execute(second?.db ?? never())
    await sql`insert into public.rooms values (2)`.execute(second?.db ?? never())
    for (const heard of heards) {
      await expect.poll(() => heard).toHaveLength(3)
      expect(heard).toEqual(expect.arrayContaining([{ id: 1 }, { n: 1 }, { id: 2 }]))
    }
  })
})

function never(): never {
  throw new Error('there are two')
}
