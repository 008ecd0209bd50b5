import { call, serviceClient, signedInClient, visitorClient } from '@app/platform/testing/clients'
import { givenPlatform, type TestPlatform } from '@app/testing/database/given-platform'
import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** Asel has a lead of her own and one that was linked without sign-in; Berik has one; one belongs to nobody. */
type Cast = {
  visitor: SupabaseClient
  asel: SupabaseClient
  server: SupabaseClient
  aselId: string
  berikId: string
  leads: Record<'own' | 'linked' | 'of berik' | 'of nobody', string>
}

let platform: TestPlatform
let cast: Cast

beforeAll(async () => {
  platform = await givenPlatform()
  const { client: asel, userId: aselId } = await signedInClient(platform, 'asel@example.com')
  const { userId: berikId } = await signedInClient(platform, 'berik@example.com')
  const leads = {
    own: crypto.randomUUID(),
    linked: crypto.randomUUID(),
    'of berik': crypto.randomUUID(),
    'of nobody': crypto.randomUUID(),
  }
  cast = { visitor: visitorClient(platform), asel, server: serviceClient(platform), aselId, berikId, leads }
})
afterAll(() => platform.close())

beforeEach(async () => {
  const { leads, aselId, berikId, server } = cast
  await sql`delete from public.quiz_leads`.execute(platform.db)
  const { error } = await server.from('quiz_leads').insert([
    { id: leads.own, user_id: aselId, phone: '+77010000001', ownership: 'own' },
    { id: leads.linked, user_id: aselId, phone: '+77010000002', ownership: 'linked' },
    { id: leads['of berik'], user_id: berikId, phone: '+77010000003', ownership: 'linked' },
    { id: leads['of nobody'], user_id: null, phone: '+77010000004', ownership: 'anonymous' },
  ])
  if (error) throw error
})

type Who = 'visitor' | 'asel' | 'server'
type Attempt = (
  as: SupabaseClient,
  cast: Cast,
) => PromiseLike<{ error: { code: string } | null; data: unknown }>

const full = {
  name: 'Асель',
  email: 'asel@example.com',
  phone: '+77010000009',
  quiz_answers: { gender: 'female' },
  category: 'AA1',
  locale: 'ru-RU',
  country: 'Kazakhstan',
  city: 'Almaty',
}
const insert =
  (row: (cast: Cast) => object): Attempt =>
  (as, cast) =>
    as.from('quiz_leads').insert(row(cast))
const change =
  (lead: keyof Cast['leads'], row: object): Attempt =>
  (as, cast) =>
    as.from('quiz_leads').update(row).eq('id', cast.leads[lead]).select('id')
const remove =
  (lead: keyof Cast['leads']): Attempt =>
  (as, cast) =>
    as.from('quiz_leads').delete().eq('id', cast.leads[lead]).select('id')
const read =
  (lead: keyof Cast['leads']): Attempt =>
  (as, cast) =>
    as.from('quiz_leads').select('id').eq('id', cast.leads[lead])

/** `yes` did something, `nothing` was allowed and touched no row, anything else is the refusal's code. */
const rules: [Who, string, Attempt, string][] = [
  ['visitor', 'reads a lead of nobody', read('of nobody'), 'nothing'],
  ['visitor', "reads a user's lead", read('own'), 'nothing'],
  ['visitor', 'leaves a lead of nobody', insert(() => full), '42501'],
  [
    'visitor',
    'leaves a lead in the name of a user',
    insert(({ aselId }) => ({ ...full, user_id: aselId })),
    '42501',
  ],
  ['visitor', 'says that a lead is confirmed', insert(() => ({ ...full, ownership: 'own' })), '42501'],
  ['visitor', 'sets a result token', insert(() => ({ ...full, result_token: 'x' })), '42501'],
  ['visitor', 'changes a lead of nobody', change('of nobody', { phone: '+1' }), '42501'],
  ['visitor', 'deletes a lead of nobody', remove('of nobody'), '42501'],
  ['asel', 'reads her own lead', read('own'), 'yes'],
  ['asel', 'reads the lead linked to her', read('linked'), 'yes'],
  ['asel', "reads another's lead", read('of berik'), 'nothing'],
  ['asel', 'reads a lead of nobody', read('of nobody'), 'nothing'],
  ['asel', 'leaves a lead of her own', insert(({ aselId }) => ({ ...full, user_id: aselId })), 'yes'],
  ['asel', 'leaves a lead of nobody', insert(() => full), '42501'],
  [
    'asel',
    'leaves a lead in the name of another',
    insert(({ berikId }) => ({ ...full, user_id: berikId })),
    '42501',
  ],
  ['asel', 'sets scores', insert(({ aselId }) => ({ ...full, user_id: aselId, scores: { A: 1 } })), '42501'],
  [
    'asel',
    'sets an id and a time',
    insert(({ aselId }) => ({ user_id: aselId, id: crypto.randomUUID() })),
    '42501',
  ],
  ['asel', 'changes her phone', change('own', { phone: '+77010000008' }), 'yes'],
  ['asel', 'changes her name', change('own', { name: 'А' }), 'yes'],
  [
    'asel',
    'changes the phone of a lead linked to her',
    change('linked', { phone: '+77010000008' }),
    'nothing',
  ],
  ['asel', 'changes the name of a lead linked to her', change('linked', { name: 'А' }), 'nothing'],
  ['asel', 'changes her answers', change('own', { quiz_answers: {} }), '42501'],
  ['asel', 'changes her category', change('own', { category: 'CC2' }), '42501'],
  ['asel', 'gives her lead away', change('own', { user_id: null }), '42501'],
  ['asel', 'confirms by writing the column', change('linked', { ownership: 'own' }), '42501'],
  ['asel', "changes another's phone", change('of berik', { phone: '+1' }), 'nothing'],
  ['asel', 'changes the phone of nobody', change('of nobody', { phone: '+1' }), 'nothing'],
  ['asel', 'deletes her lead', remove('own'), '42501'],
  ['server', 'reads any lead', read('of berik'), 'yes'],
  [
    'server',
    'leaves a lead for anyone',
    insert(({ berikId }) => ({ ...full, user_id: berikId, ownership: 'linked', scores: {} })),
    'yes',
  ],
  ['server', 'changes any lead', change('of berik', { category: 'BB1' }), 'yes'],
  ['server', 'deletes any lead', remove('of berik'), 'yes'],
]

describe('quiz_leads', () => {
  it.each(rules)('%s %s', async (who, _what, attempt, expected) => {
    const { error, data } = await attempt(cast[who], cast)
    const outcome = error ? error.code : Array.isArray(data) && data.length === 0 ? 'nothing' : 'yes'
    expect(outcome).toBe(expected)
  })

  it('answers PGRST116 to a visitor who asks for one row, and gives a user the latest of their own', async () => {
    const { error } = await cast.visitor.from('quiz_leads').select('*').single()
    expect(error?.code).toBe('PGRST116')
    await platform.db
      .transaction()
      .execute((trx) =>
        sql`update public.quiz_leads set created_at = now() + interval '1 minute' where id = ${cast.leads.linked}`.execute(
          trx,
        ),
      )
    const latest = await cast.asel
      .from('quiz_leads')
      .select('id, locale, country, city', { count: 'exact' })
      .eq('user_id', cast.aselId)
      .order('created_at', { ascending: false })
      .limit(1)
      .single()
    expect(latest).toMatchObject({ error: null, count: 2, data: { id: cast.leads.linked } })
  })

  it('marks a lead left by a signed-in user as their own, and no other', async () => {
    await cast.asel.from('quiz_leads').insert({ ...full, name: 'mine', user_id: cast.aselId })
    await cast.server.from('quiz_leads').insert({ ...full, name: 'nobody' })
    const { data } = await cast.server
      .from('quiz_leads')
      .select('name, ownership')
      .in('name', ['mine', 'nobody'])
      .order('name')
    expect(data).toEqual([
      { name: 'mine', ownership: 'own' },
      { name: 'nobody', ownership: 'anonymous' },
    ])
  })

  it('is confirmed or disowned by its owner alone, and only while it is merely linked', async () => {
    const call = async (as: SupabaseClient, name: string, lead: keyof Cast['leads']) => {
      const { data, error } = await as.rpc(name, { lead_id: cast.leads[lead] })
      return error ? error.code : data
    }
    const row = async (lead: keyof Cast['leads']) =>
      (
        await cast.server
          .from('quiz_leads')
          .select('user_id, ownership, confirmed_at')
          .eq('id', cast.leads[lead])
          .single()
      ).data

    expect(await call(cast.visitor, 'confirm_lead', 'linked')).toBe('42501')
    expect(await call(cast.asel, 'confirm_lead', 'of berik')).toBe(false)
    expect(await call(cast.asel, 'disown_lead', 'of berik')).toBe(false)
    expect(await call(cast.asel, 'disown_lead', 'own')).toBe(false)
    expect(await row('of berik')).toMatchObject({ user_id: cast.berikId, ownership: 'linked' })

    expect(await call(cast.asel, 'confirm_lead', 'linked')).toBe(true)
    expect(await row('linked')).toMatchObject({
      user_id: cast.aselId,
      ownership: 'own',
      confirmed_at: expect.any(String),
    })
    expect(await call(cast.asel, 'disown_lead', 'linked')).toBe(false)

    await cast.server.from('quiz_leads').update({ ownership: 'linked' }).eq('id', cast.leads.own)
    expect(await call(cast.asel, 'disown_lead', 'own')).toBe(true)
    expect(await row('own')).toEqual({ user_id: null, ownership: 'anonymous', confirmed_at: null })
  })

  it('moves its result to a new address when it is confirmed', async () => {
    const left = 'A'.repeat(32)
    const token = async () =>
      (await cast.server.from('quiz_leads').select('result_token').eq('id', cast.leads.linked).single()).data
    await cast.server.from('quiz_leads').update({ result_token: left }).eq('id', cast.leads.linked)
    await cast.asel.rpc('confirm_lead', { lead_id: cast.leads.linked })
    expect(await token()).toEqual({ result_token: expect.stringMatching(/^(?!A)[\w-]{32}$/) })
  })

  it('stays, without an owner, when the account is deleted', async () => {
    const { userId } = await signedInClient(platform, 'leaving@example.com')
    await cast.server.from('quiz_leads').update({ user_id: userId }).eq('id', cast.leads.own)
    expect((await cast.server.auth.admin.deleteUser(userId)).error).toBeNull()
    const { data } = await cast.server.from('quiz_leads').select('user_id').eq('id', cast.leads.own)
    expect(data).toEqual([{ user_id: null }])
  })
})

/** Everything that a page's key or a session opens in the schema that rest/v1 shows. Whatever is new has to be written here. */
const open: Record<'anon' | 'authenticated', { functions: string[]; tables: Record<string, string[]> }> = {
  anon: { functions: [], tables: { select: ['quiz_leads'] } },
  authenticated: {
    functions: ['confirm_lead(uuid)', 'disown_lead(uuid)'],
    tables: {
      select: ['consents', 'messages', 'orders', 'quiz_leads', 'subscriptions'],
      insert: ['quiz_leads'],
      update: ['quiz_leads'],
    },
  },
}

describe.each(Object.entries(open))('the role %s', (role, { functions, tables }) => {
  it('may call no other functions', async () => {
    const { rows } = await sql<{ called: string }>`
      select p.oid::regprocedure::text as called from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege(${role}, p.oid, 'execute')
      order by called`.execute(platform.db)
    expect(rows.map(({ called }) => called)).toEqual(functions)
  })

  it.each(['select', 'insert', 'update', 'delete', 'truncate', 'trigger'])(
    'may %s in no other tables',
    async (right) => {
      const ofColumns = ['select', 'insert', 'update'].includes(right)
      const has = sql.raw(ofColumns ? 'has_any_column_privilege' : 'has_table_privilege')
      const { rows } = await sql<{ name: string }>`
        select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p')
          and ${has}(${role}, c.oid, ${right}) order by name`.execute(platform.db)
      expect(rows.map(({ name }) => name)).toEqual(tables[right] ?? [])
    },
  )

  it('sees rows of no table that has no policies', async () => {
    const { rows } = await sql`
      select relname from pg_class where relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
        and relkind in ('r', 'p') and not relrowsecurity`.execute(platform.db)
    expect(rows).toEqual([])
  })
})

describe('a lead of a user', () => {
  const long = (length: number) => 'я'.repeat(length)
  const answersOf = (length: number) => ({ a: 'x'.repeat(length) })

  it.each<[string, unknown, unknown]>([
    ['name', long(200), long(201)],
    ['email', long(254), long(255)],
    ['phone', long(40), long(41)],
    ['category', 'AA1', long(17)],
    ['locale', long(35), long(36)],
    ['country', long(100), long(101)],
    ['city', long(100), long(101)],
    ['quiz_answers', answersOf(16_000), answersOf(17_000)],
  ])('has a %s of bounded length, whoever writes it', async (column, fits, over) => {
    for (const [as, userId] of [
      [cast.asel, cast.aselId],
      [cast.server, null],
    ] as const) {
      const leave = (value: unknown) =>
        as.from('quiz_leads').insert({ ...full, user_id: userId, [column]: value })
      if (userId === null) expect((await leave(fits)).error).toBeNull()
      expect((await leave(over)).error?.code).toBe('23514')
    }
  })

  const turned = 'Асель\u202e'
  it.each<[string, unknown]>([
    ['phone', 'нет телефона'],
    ['phone', '+7'],
    ['phone', '8 701 000 00 09'],
    ['phone', '+7701000000'],
    ['phone', ''],
    ['phone', null],
    ['name', ''],
    ['name', ' \u3164'],
    ['name', null],
    ['name', turned],
    ['name', 'Асель\nКупить'],
    ['name', long(101)],
    ['email', 'berik@example.com'],
    ['email', null],
    ['category', 'ZZ9'],
    ['category', 'AB1'],
    ['category', null],
    ['quiz_answers', []],
    ['quiz_answers', null],
    ['quiz_answers', { healthIssues: [`other:${turned}`] }],
    ['quiz_answers', { healthIssues: ['other:\u0007'] }],
    ['city', turned],
  ])('is left by its user with no other %s than the server takes: %j', async (column, value) => {
    const lead = { ...full, user_id: cast.aselId }
    expect((await cast.asel.from('quiz_leads').insert({ ...lead, [column]: value })).error?.code).toBe(
      '23514',
    )
    expect((await cast.server.from('quiz_leads').insert({ ...lead, [column]: value })).error).toBeNull()
  })

  it('is left, read and given another phone by its user as the specification has it', async () => {
    const lead = { ...full, email: 'Asel@Example.com', quiz_answers: { healthIssues: ['other: \\u0007'] } }
    const { data } = await cast.asel
      .from('quiz_leads')
      .insert({ ...lead, user_id: cast.aselId })
      .select()
      .single()
    expect(data).toMatchObject(lead)
    const { error, count } = await cast.asel
      .from('quiz_leads')
      .update({ phone: '+996700123456' }, { count: 'exact' })
      .eq('user_id', cast.aselId)
    expect({ error, count }).toEqual({ error: null, count: 2 })
  })

  it.each<[string, string | null]>([
    ['phone', 'нет телефона'],
    ['phone', '+7'],
    ['phone', ''],
    ['phone', null],
    ['name', ' '],
    ['name', turned],
    ['name', null],
    ['name', long(101)],
  ])('is given no other %s by its user than the server takes: %j', async (column, value) => {
    await cast.server.from('quiz_leads').update({ name: 'Асель' }).eq('id', cast.leads.own)
    const { error } = await cast.asel
      .from('quiz_leads')
      .update({ [column]: value })
      .eq('user_id', cast.aselId)
    expect(error?.code).toBe('23514')
  })

  it('keeps what it was left with before this was asked for', async () => {
    await sql`update public.quiz_leads set phone = 'нет телефона', name = '' where id = ${cast.leads.own}::uuid`.execute(
      platform.db,
    )
    const change = async (row: object) =>
      (await cast.asel.from('quiz_leads').update(row).eq('id', cast.leads.own)).error
    expect(await change({ name: 'Асель' })).toBeNull()
    expect(await change({ phone: '+77010000008' })).toBeNull()
  })

  it('is no lead of an account whose address is not proven', async () => {
    const { client, userId } = await signedInClient(platform, 'unproven@example.com')
    await sql`update auth.users set email_confirmed_at = null where id = ${userId}::uuid`.execute(platform.db)
    const lead = { ...full, email: 'unproven@example.com', user_id: userId }
    expect((await client.from('quiz_leads').insert(lead)).error?.code).toBe('23514')
  })

  it('has no number in its answers that is short to write and long to keep', async () => {
    const { status, body } = await call(platform, '/rest/v1/quiz_leads', {
      method: 'POST',
      key: platform.keys.secret,
      body: '{"quiz_answers":{"a":1e130000}}',
    })
    expect({ status, code: body.code }).toEqual({ status: 400, code: '23514' })
  })

  it('is corrected within the same bounds', async () => {
    const correct = (row: object) => cast.asel.from('quiz_leads').update(row).eq('id', cast.leads.own)
    expect((await correct({ phone: long(41) })).error?.code).toBe('23514')
  })

  it('is one of a hundred at most, one by one or all together', async () => {
    const { client, userId } = await signedInClient(platform, 'eager@example.com')
    const leave = (count: number) =>
      client
        .from('quiz_leads')
        .insert(
          Array.from({ length: count }, () => ({ ...full, email: 'eager@example.com', user_id: userId })),
        )
    expect(await leave(101)).toMatchObject({ status: 429, error: { code: 'PT429' } })
    expect((await leave(99)).error).toBeNull()
    expect((await leave(1)).error).toBeNull()
    expect((await leave(1)).error?.code).toBe('PT429')
    expect((await cast.server.from('quiz_leads').insert({ user_id: userId })).error).toBeNull()
  })
})

it('finds an account by its address for the server alone', async () => {
  const { data: made } = await cast.server.auth.admin.createUser({ email: 'found@example.com' })
  const found = await cast.server.rpc('get_user_id_by_email', { user_email: ' Found@example.com' })
  expect(found).toMatchObject({ error: null, data: made.user?.id })
  expect(
    (await cast.server.rpc('get_user_id_by_email', { user_email: 'nobody@example.com' })).data,
  ).toBeNull()

  const { client } = await signedInClient(platform, 'curious@example.com')
  expect((await client.rpc('get_user_id_by_email', { user_email: 'found@example.com' })).error?.code).toBe(
    '42501',
  )
  const visitor = await visitorClient(platform).rpc('get_user_id_by_email', {
    user_email: 'found@example.com',
  })
  expect(visitor).toMatchObject({ status: 401, error: { code: '42501' } })
})

describe('consents', () => {
  const consent = { kind: 'health', version: '1', text_sha256: 'a'.repeat(64), source: 'quiz' }

  it('are written by the server, read by their owner, and changed by nobody', async () => {
    const { error } = await cast.server.from('consents').insert([
      { ...consent, user_id: cast.aselId, lead_id: cast.leads.own, ip: '203.0.113.7' },
      { ...consent, user_id: cast.berikId },
    ])
    expect(error).toBeNull()
    expect((await cast.asel.from('consents').select('user_id')).data).toEqual([{ user_id: cast.aselId }])
    expect((await cast.visitor.from('consents').select('id')).error?.code).toBe('42501')
    for (const as of [cast.visitor, cast.asel]) {
      expect((await as.from('consents').insert({ ...consent, user_id: cast.aselId })).error?.code).toBe(
        '42501',
      )
    }
    for (const as of [cast.visitor, cast.asel, cast.server]) {
      expect((await as.from('consents').update({ version: '2' }).eq('kind', 'health')).error?.code).toBe(
        '42501',
      )
      expect((await as.from('consents').delete().eq('kind', 'health')).error?.code).toBe('42501')
    }
  })
})
