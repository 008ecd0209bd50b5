import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, afterEach, describe as anyDescribe, beforeAll, expect, it } from 'vitest'
import { signedInClient } from '../testing/clients.ts'
import { givenServer, looksBehind, type Server } from './given-server.ts'

/**
 * Realtime as supabase-js speaks it, in both versions of its wire.
 */
let server: Server
/** Policies and tables are made by the owner of the database. */
const describe = anyDescribe.runIf(looksBehind)
const clients: SupabaseClient[] = []

/** Runs statements as the owner, in one transaction. */
const run = (text: string) => sql.raw(`do $run$ begin ${text}; end $run$`).execute(server.db)

beforeAll(async () => {
  server = await givenServer()
  await run(`
      create policy "members hear" on realtime.messages for select to authenticated
        using (realtime.topic() like 'members%' and extension in ('broadcast', 'presence'));
      create policy "members speak" on realtime.messages for insert to authenticated
        with check (realtime.topic() = 'members' and extension in ('broadcast', 'presence'));
      create policy "listeners hear broadcasts" on realtime.messages for select to authenticated
        using (realtime.topic() = 'listeners' and extension = 'broadcast');

      create table public.rooms (
        id bigint primary key, owner uuid, name text, size int, photo bytea, secret text, opened timestamptz, facts jsonb
      );
      alter table public.rooms enable row level security;
      revoke all on public.rooms from anon, authenticated;
      grant select (id, owner, name, size, photo, opened, facts) on public.rooms to anon, authenticated;
      create policy "everybody sees rooms of nobody" on public.rooms for select using (owner is null);
      create policy "owners see theirs" on public.rooms for select to authenticated using (owner = (select auth.uid()));
      create table public.unwatched (id int primary key);
      alter publication supabase_realtime add table public.rooms`)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
  await server.reset()
})
afterAll(() => server.close())

type Heard = { event: string; payload: unknown; meta?: { id?: string; replayed?: boolean } }

function visitor(vsn: '1.0.0' | '2.0.0' = '2.0.0', key = server.keys.publishable): SupabaseClient {
  const client = createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { vsn },
  })
  clients.push(client)
  return client
}

async function member(name: string) {
  const signedIn = await signedInClient(server, `${name}@example.kz`)
  clients.push(signedIn.client)
  return signedIn
}

/** Joins, and answers how it went: `SUBSCRIBED`, or what was said against it. */
function joined(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve(error ? error.message : status))
  })
}

async function listening(
  client: SupabaseClient,
  topic: string,
  config: Parameters<SupabaseClient['channel']>[1] = { config: {} },
): Promise<{ channel: RealtimeChannel; heard: Heard[] }> {
  const heard: Heard[] = []
  const channel = client.channel(topic, config)
  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
    heard.push({ event, payload, ...(meta ? { meta } : {}) }),
  )
  expect(await joined(channel)).toBe('SUBSCRIBED')
  return { channel, heard }
}

describe('a broadcast', () => {
  it.each([
    ['1.0.0', '1.0.0'],
    ['1.0.0', '2.0.0'],
    ['2.0.0', '1.0.0'],
    ['2.0.0', '2.0.0'],
  ] as const)('of version %s is heard in version %s, by everybody but its sender', async (from, to) => {
    const sender = await listening(visitor(from), 'room')
    const hearer = await listening(visitor(to), 'room')
    const elsewhere = await listening(visitor(to), 'another room')
    await sender.channel.send({ type: 'broadcast', event: 'приве́т', payload: { text: 'Сәлем', n: 1 } })
    await hearer.channel.send({ type: 'broadcast', event: 'answer', payload: {} })
    await expect.poll(() => sender.heard).toEqual([{ event: 'answer', payload: {} }])
    expect(hearer.heard).toEqual([{ event: 'приве́т', payload: { text: 'Сәлем', n: 1 } }])
    expect(elsewhere.heard).toEqual([])
  })

  it('is heard by its sender who wants it, and acknowledged', async () => {
    const { channel, heard } = await listening(visitor(), 'room', {
      config: { broadcast: { self: true, ack: true } },
    })
    expect(await channel.send({ type: 'broadcast', event: 'said', payload: { n: 1 } })).toBe('ok')
    await expect.poll(() => heard).toEqual([{ event: 'said', payload: { n: 1 } }])
  })

  it('of bytes arrives as the same bytes', async () => {
    const bytes = Uint8Array.from([0, 202, 254, 255]).buffer
    const sender = await listening(visitor(), 'room')
    const hearer = await listening(visitor(), 'room')
    await sender.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes })
    await expect.poll(() => hearer.heard).toHaveLength(1)
    expect(new Uint8Array(hearer.heard[0]?.payload as ArrayBuffer)).toEqual(new Uint8Array(bytes))
  })

  it('over HTTP reaches who is connected', async () => {
    const { heard } = await listening(visitor(), 'room')
    const channel = visitor().channel('room')
    expect(await channel.httpSend('posted', { n: 1 })).toEqual({ success: true })
    const body = { messages: [{ topic: 'room', event: 'batch', payload: { n: 2 } }] }
    expect(await post('/realtime/v1/api/broadcast', body)).toBe(202)
    await expect
      .poll(() => heard)
      .toEqual([
        { event: 'posted', payload: { n: 1 } },
        { event: 'batch', payload: { n: 2 } },
      ])
  })

  it.each([
    [{}, 422],
    [{ messages: [] }, 422],
    [{ messages: [{ topic: 'room' }] }, 422],
    [{ messages: [{ topic: 'room', event: 'e', payload: 'x'.repeat(300_000) }] }, 422],
  ])('over HTTP that is none is refused: %#', async (body, status) => {
    expect(await post('/realtime/v1/api/broadcast', body)).toBe(status)
  })

  it('leaves when its channel does', async () => {
    const client = visitor()
    const { channel, heard } = await listening(client, 'room')
    expect(await client.removeChannel(channel)).toBe('ok')
    const sender = await listening(visitor(), 'room', { config: { broadcast: { self: true } } })
    await sender.channel.send({ type: 'broadcast', event: 'said', payload: {} })
    await expect.poll(() => sender.heard).toHaveLength(1)
    expect(heard).toEqual([])
  })
})

async function post(path: string, body: unknown, key = server.keys.publishable): Promise<number> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.body?.cancel()
  return answer.status
}

describe('presence', () => {
  it('shows who is there, under one key several times, and who leaves', async () => {
    const [one, two, three] = await Promise.all(
      ['dana', 'dana', 'erlan'].map(async (key) => {
        const client = visitor()
        const channel = client.channel('room', { config: { presence: { key } } })
        const left: string[] = []
        channel.on('presence', { event: 'sync' }, () => {})
        channel.on('presence', { event: 'leave' }, ({ key: gone }) => left.push(gone))
        expect(await joined(channel)).toBe('SUBSCRIBED')
        return { client, channel, left }
      }),
    )
    if (!one || !two || !three) throw new Error('three came')
    const seen = () =>
      Object.entries(three.channel.presenceState<{ tab: number }>()).map(([key, those]) => [
        key,
        those.map(({ tab }) => tab).sort(),
      ])
    expect(await one.channel.track({ tab: 1 })).toBe('ok')
    expect(await two.channel.track({ tab: 2 })).toBe('ok')
    expect(await three.channel.track({ tab: 3, phx_ref: 'forged' })).toBe('ok')
    await expect.poll(seen).toEqual([
      ['dana', [1, 2]],
      ['erlan', [3]],
    ])
    expect(JSON.stringify(three.channel.presenceState())).not.toContain('forged')

    await one.channel.track({ tab: 11 })
    await expect.poll(seen).toEqual([
      ['dana', [11, 2]],
      ['erlan', [3]],
    ])
    await two.channel.untrack()
    await expect.poll(seen).toEqual([
      ['dana', [11]],
      ['erlan', [3]],
    ])
    await one.client.realtime.disconnect()
    await expect.poll(seen).toEqual([['erlan', [3]]])
    expect(three.left).toContain('dana')

    const late = visitor().channel('room', { config: { presence: { enabled: true } } })
    await joined(late)
    await expect.poll(() => Object.keys(late.presenceState())).toEqual(['erlan'])
  })
})

describe('a private channel', () => {
  const privately = { config: { private: true, broadcast: { self: true } } }
  const cannot = (topic: string) =>
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

  it('is for those whom a policy lets hear', async () => {
    const stranger = visitor().channel('members', privately)
    expect(await joined(stranger)).toBe(cannot('members'))
    const { client } = await member('dana')
    expect(await joined(client.channel('others', privately))).toBe(cannot('others'))
    const { channel, heard } = await listening(client, 'members', privately)
    await channel.send({ type: 'broadcast', event: 'said', payload: { n: 1 } })
    await expect.poll(() => heard).toEqual([{ event: 'said', payload: { n: 1 } }])
  })

  it('is another than a public one of its name', async () => {
    const { client } = await member('dana')
    const { channel, heard } = await listening(client, 'members', privately)
    const outside = await listening(visitor(), 'members', { config: { broadcast: { ack: true } } })
    await outside.channel.send({ type: 'broadcast', event: 'false', payload: {} })
    await channel.send({ type: 'broadcast', event: 'true', payload: {} })
    await expect.poll(() => heard.map(({ event }) => event)).toEqual(['true'])
    expect(outside.heard).toEqual([])
  })

  it('hears nothing from who may only hear, by WebSocket or HTTP', async () => {
    const { client } = await member('dana')
    const { channel } = await listening(client, 'listeners', privately)
    await channel.send({ type: 'broadcast', event: 'dropped', payload: {} })
    expect(await channel.track({ there: true })).toBe('error')
    const message = { topic: 'listeners', event: 'posted', payload: {}, private: true }
    expect(await post('/realtime/v1/api/broadcast', { messages: [message] })).toBe(202)
    const service = await listening(visitor('2.0.0', server.keys.secret), 'listeners', privately)
    const heard: string[] = []
    channel.on('broadcast', { event: '*' }, ({ event }) => heard.push(event))
    await service.channel.send({ type: 'broadcast', event: 'said', payload: {} })
    await expect.poll(() => heard).toEqual(['said'])
  })

  it('leaves nothing of its checks behind', async () => {
    const { client } = await member('dana')
    await listening(client, 'members', privately)
    const { rows } = await sql`select from realtime.messages where topic = 'members'`.execute(server.db)
    expect(rows).toEqual([])
  })
})

describe('a message from SQL', () => {
  it('is heard in its topic, long or short, and can be asked for again', async () => {
    const { client } = await member('dana')
    const { heard } = await listening(client, 'members', { config: { private: true } })
    const open = await listening(visitor(), 'members')
    const long = 'x'.repeat(20_000)
    await sql`select realtime.send('{"n": 1}', 'short', 'members')`.execute(server.db)
    await sql`select realtime.send(${JSON.stringify({ long })}::jsonb, 'long', 'members')`.execute(server.db)
    await sql`select realtime.send('{"n": 2}', 'open', 'members', false)`.execute(server.db)
    const id = expect.any(String)
    await expect
      .poll(() => heard)
      .toEqual([
        { event: 'short', payload: { n: 1 }, meta: { id } },
        { event: 'long', payload: { long }, meta: { id } },
      ])
    await expect.poll(() => open.heard.map(({ event }) => event)).toEqual(['open'])

    const later = await member('erlan')
    const replay = { since: Date.now() - 60_000, limit: 1 }
    const again = await listening(later.client, 'members', {
      config: { private: true, broadcast: { replay } },
    })
    await expect
      .poll(() => again.heard.map(({ event, meta }) => [event, meta?.replayed]))
      .toEqual([['long', true]])
    await sql`delete from realtime.messages`.execute(server.db)
  })

  it('tells what a row became, from a trigger', async () => {
    await run(`
        create table public.tasks (id int primary key, title text);
        create function public.tell_task() returns trigger language plpgsql security definer as $$
        begin
          perform realtime.broadcast_changes('members', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
          return null;
        end $$;
        create trigger tell_task after insert or update or delete on public.tasks for each row execute function public.tell_task()`)
    const { client } = await member('dana')
    const { heard } = await listening(client, 'members', { config: { private: true } })
    await run(
      `insert into public.tasks values (1, 'a'); update public.tasks set title = 'b'; delete from public.tasks`,
    )
    const [a, b] = [
      { id: 1, title: 'a' },
      { id: 1, title: 'b' },
    ]
    const told = { schema: 'public', table: 'tasks' }
    await expect
      .poll(() => heard.map(({ payload }) => payload))
      .toEqual([
        { ...told, operation: 'INSERT', record: a, old_record: null },
        { ...told, operation: 'UPDATE', record: b, old_record: a },
        { ...told, operation: 'DELETE', record: null, old_record: b },
      ])
    await sql`delete from realtime.messages`.execute(server.db)
  })
})

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> }

describe('changes of a table', () => {
  const rooms = { schema: 'public', table: 'rooms' }

  async function changesOf(
    client: SupabaseClient,
    wanted: { event?: string; schema?: string; table?: string; filter?: string; select?: string[] } = {},
  ): Promise<Change[]> {
    const changes: Change[] = []
    const channel = client.channel(`changes ${crypto.randomUUID()}`)
    channel.on('postgres_changes', { event: '*', ...rooms, ...wanted } as never, (change: Change) =>
      changes.push(change),
    )
    expect(await joined(channel)).toBe('SUBSCRIBED')
    return changes
  }
  afterEach(() => run('delete from public.rooms'))

  it.each(['1.0.0', '2.0.0'] as const)('are told by its columns, in version %s', async (vsn) => {
    const changes = await changesOf(visitor(vsn))
    await run(
      `insert into public.rooms values (1, null, 'Алма', 3, '\\x0102', 'hidden', '2026-11-23T00:00:00Z')`,
    )
    await expect.poll(() => changes).toHaveLength(1)
    await run(`update public.rooms set size = 4`)
    await expect.poll(() => changes).toHaveLength(2)
    await run('delete from public.rooms')
    await expect.poll(() => changes).toHaveLength(3)
    const told = { ...rooms, commit_timestamp: expect.stringMatching(/^\d{4}-.+Z$/), errors: null }
    const row = {
      id: 1,
      owner: null,
      name: 'Алма',
      photo: '0102',
      opened: '2026-11-23T00:00:00+00:00',
      facts: null,
    }
    expect(changes).toEqual([
      { ...told, eventType: 'INSERT', new: { ...row, size: 3 }, old: {} },
      { ...told, eventType: 'UPDATE', new: { ...row, size: 4 }, old: { id: 1 } },
      { ...told, eventType: 'DELETE', new: {}, old: { id: 1 } },
    ])
  })

  it('are told to each as their policies let them read', async () => {
    const [dana, erlan] = [await member('dana'), await member('erlan')]
    const danas = await changesOf(dana.client)
    const erlans = await changesOf(erlan.client)
    const visitors = await changesOf(visitor())
    await run(`insert into public.rooms (id, owner, name) values
      (1, '${dana.userId}', 'd'), (2, '${erlan.userId}', 'e'), (3, null, 'all')`)
    const names = (changes: Change[]) => () => changes.map((change) => change.new.name)
    await expect.poll(names(danas)).toEqual(['d', 'all'])
    await expect.poll(names(erlans)).toEqual(['e', 'all'])
    await expect.poll(names(visitors)).toEqual(['all'])
  })

  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3]],
    ['size=lt.20', [1]],
    ['size=lte.20', [1, 2]],
    ['size=gt.20', [3]],
    ['size=gte.20', [2, 3]],
    ['name=in.(a,"b,c")', [1, 2]],
    ['name=not.in.(a,"b,c")', [3]],
    ['name=like.b%', [2]],
    ['owner=is.null,size=gt.10', [2, 3]],
    ['id=gt.0,name=eq.d', [3]],
    ['facts->>floor=eq.2', [2]],
  ])('are filtered by %s', async (filter, ids) => {
    const changes = await changesOf(visitor(), { filter })
    const all = await changesOf(visitor(), { event: 'INSERT' })
    await run(`insert into public.rooms (id, name, size, facts) values
      (1, 'a', 10, null), (2, 'b,c', 20, '{"floor": 2}'), (3, 'd', 30, '{"floor": 3}')`)
    await expect.poll(() => all.length).toBe(3)
    await expect.poll(() => changes.map((change) => change.new.id)).toEqual(ids)
  })

  it('are told of chosen columns and events, of the schema, and by number beyond what JavaScript counts', async () => {
    const chosen = await changesOf(visitor(), { select: ['id', 'name'], event: 'UPDATE' })
    const ofSchema: Change[] = []
    const channel = visitor().channel('schema')
    channel.on('postgres_changes', { event: '*', schema: 'public' }, (change) =>
      ofSchema.push(change as Change),
    )
    expect(await joined(channel)).toBe('SUBSCRIBED')
    await run(`insert into public.rooms (id, name) values (9007199254740993, 'a')`)
    await run(`update public.rooms set name = 'b'`)
    await expect
      .poll(() => chosen.map((change) => change.new))
      .toEqual([{ id: Number('9007199254740993'), name: 'b' }])
    await expect.poll(() => ofSchema.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE'])
  })

  it.each([
    [{ table: 'unwatched' }, 'table: unwatched, filters: []]'],
    [{ table: 'nowhere' }, 'Please check Realtime is enabled'],
    [{ filter: 'secret=eq.x' }, 'invalid column for filter secret'],
    [{ filter: 'nowhere=eq.x' }, 'invalid column for filter nowhere'],
    [{ filter: 'size=eq.many' }, 'invalid input syntax for type integer'],
    [{ filter: 'size=sounds.like' }, 'invalid operator sounds'],
    [{ filter: 'size=eq.1;drop table rooms' }, 'invalid input syntax for type integer'],
    [{ filter: 'name->>x=eq.1' }, 'name is no JSON'],
    [{ filter: 'name=like.a\\' }, 'the pattern ends with a backslash'],
    [{ select: ['secret'] }, 'invalid column secret'],
  ])('cannot be had of %o', async (wanted, why) => {
    const channel = visitor().channel('changes', { config: { postgres_changes_options: { wait: true } } })
    channel.on('postgres_changes', { event: '*', ...rooms, ...wanted } as never, () => {})
    const said = await joined(channel)
    expect(said).toMatch(/^RealtimeDisabledForConfiguration: Unable to subscribe/)
    expect(said).toContain(why)
  })

  it('that a policy fails to judge are heard by others, and it is said to whom it fails', async () => {
    await run(`create policy "fails for some" on public.rooms for select using (
      case when current_setting('request.jwt.claims', true)::jsonb ->> 'email' = 'erlan@example.kz' then 1 / size > 0 end)`)
    try {
      const [dana, erlan] = [await member('dana'), await member('erlan')]
      const danas = await changesOf(dana.client)
      const ends: unknown[] = []
      const channel = erlan.client.channel('failing')
      channel.on('system', {}, (said) => ends.push(said))
      channel.on('postgres_changes', { event: '*', ...rooms }, () => {})
      expect(await joined(channel)).toBe('SUBSCRIBED')
      await run('insert into public.rooms (id, size) values (1, 0)')
      await expect.poll(() => danas.map((change) => change.new.id)).toEqual([1])
      await expect.poll(() => ends).toContainEqual(expect.objectContaining({ message: 'division by zero' }))
    } finally {
      await run('drop policy "fails for some" on public.rooms')
    }
  })

  it('are told no more when it leaves the publication', async () => {
    const changes = await changesOf(visitor())
    await run('alter publication supabase_realtime drop table public.rooms')
    try {
      await expect
        .poll(
          async () => {
            await run('insert into public.rooms (id) select coalesce(max(id), 0) + 1 from public.rooms')
            const { rows } = await sql`select from pg_trigger where tgname like 'realtime_tell_%'`.execute(
              server.db,
            )
            return rows
          },
          { interval: 500 },
        )
        .toEqual([])
      const known = changes.length
      await run('insert into public.rooms (id) values (1000)')
      expect(changes).toHaveLength(known)
    } finally {
      await run('alter publication supabase_realtime add table public.rooms')
    }
  })
})
