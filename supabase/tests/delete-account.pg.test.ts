import { join } from 'node:path'
import { keptTables } from '@app/content/ru/own-data/kept-tables'
import { runInBackground } from '@app/platform/database/run-in-background'
import { call, serviceClient, signedInClient, visitorClient } from '@app/platform/testing/clients'
import { givenPlatform, type TestPlatform } from '@app/testing/database/given-platform'
import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const functionsDir = join(import.meta.dirname, '../functions')
const personal = ['dana@example.kz', 'Дана', '77010000001', '198.51.100.7']

let platform: TestPlatform
let service: SupabaseClient

beforeAll(async () => {
  platform = await givenPlatform({ functionsDir })
  service = serviceClient(platform)
  const { error } = await service.storage.createBucket('photos')
  if (error) throw error
})
afterAll(() => platform.close())

/** Handed a few things at a time and called all the time: to plan anew would cost more than it saves. */
const oftenAndShort = ['forget_desk_changes(uuid[])']

it('a function that is handed a list is planned for this list, however often its session has called it', async () => {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc like '%= any (%'
      and exists (select from unnest(proargtypes) as argument join pg_type on pg_type.oid = argument where typcategory = 'A')
      and not coalesce(proconfig, '{}') @> '{plan_cache_mode=force_custom_plan}'
    order by 1`.execute(platform.db)
  expect(rows.map(({ name }) => name)).toEqual(oftenAndShort)
})

/** Foreign keys without an index of their own, and why. */
const unindexed: Record<string, string> = {
  'auth.saml_relay_states_sso_provider_id_fkey': 'a row lives for minutes, and companies are not deleted',
}

it('every foreign key begins an index, so that deleting a row looks for no others from end to end', async () => {
  const { rows } = await sql<{ name: string }>`
    select connamespace::regnamespace || '.' || conname as name
    from pg_constraint as key
    where contype = 'f' and connamespace <> 'pgboss'::regnamespace
      and not exists (
        select from pg_index as index
        where index.indrelid = key.conrelid and index.indisvalid
          -- An index without the rows that refer to nothing does as well.
          and (index.indpred is null or pg_get_expr(index.indpred, index.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
          and (index.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey)
    order by 1`.execute(platform.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(unindexed))
})

/** Dana has left every trace that the product knows; Bota uses the same tables and keeps everything. */
describe('deleting an account', () => {
  let dana: { client: SupabaseClient; userId: string }
  let bota: { client: SupabaseClient; userId: string }

  beforeEach(async () => {
    for (const table of [
      'analytics_events',
      'messages',
      'message_contacts',
      'message_events',
      'message_calls',
      'message_opt_outs',
      'erased_checklists',
      'payment_events',
      'orders',
      'consents',
      'quiz_leads',
    ]) {
      await sql`delete from ${sql.table(table)}`.execute(platform.db)
    }
    await sql`delete from auth.users`.execute(platform.db)
    dana = await signedInClient(platform, 'dana@example.kz')
    bota = await signedInClient(platform, 'bota@example.kz')
    await givenTraces(dana.userId, {
      email: 'dana@example.kz',
      name: 'Дана',
      phone: '77010000001',
      ip: '198.51.100.7',
    })
    await givenTraces(bota.userId, {
      email: 'bota@example.kz',
      name: 'Бота',
      phone: '77010000002',
      ip: '198.51.100.8',
    })
  })

  async function givenTraces(
    userId: string,
    { email, name, phone, ip }: { email: string; name: string; phone: string; ip: string },
  ): Promise<void> {
    const { db } = platform
    const id = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
      (await statement.execute(db)).rows[0]?.id ?? ''
    await sql`update auth.users set phone = ${phone}, phone_confirmed_at = now() - interval '1 day'
      where id = ${userId}`.execute(db)
    const lead = await id(sql`insert into quiz_leads (user_id, name, email, phone, quiz_answers, category)
      values (${userId}, ${name}, ${email}, ${phone}, '{"gender":"female"}', 'AA1') returning id`)
    await sql`insert into quiz_leads (name, email, phone, category)
      values (${name}, ${` ${email.toUpperCase()} `}, ${phone}, 'BB2')`.execute(db)
    await sql`insert into consents (lead_id, user_id, kind, version, text_sha256, ip)
      values (${lead}, ${userId}, 'health', '1', ${'a'.repeat(64)}, ${ip}::inet)`.execute(db)
    const order = await id(sql`insert into orders
        (product, price_tiyn, charge_tiyn, state, paid_at, user_id, lead_id, email, name, phone, category, subcategory)
      values ('subscription', 500000, 500000, 'paid', now(), ${userId}, ${lead}, ${email}, ${name}, ${phone}, 'A', 'A1')
      returning id`)
    await sql`insert into order_intents values (${`pi_${userId}`}, ${order}, ${'b'.repeat(64)})`.execute(db)
    const subscription = await id(sql`insert into subscriptions (order_id, phone, started_on)
      values (${order}, ${phone}, '2026-11-01') returning id`)
    const contact = await id(sql`insert into message_contacts (phone) values (${phone}) returning id`)
    await sql`insert into messages (kind, contact_id, user_id, subscription_id, round, day, recipient_name, deadline,
        status, send_state, provider_message_id)
      values ('daily', ${contact}, ${userId}, ${subscription}, 1, 1, ${name}, now(), 'sent', 'done', ${`wamid.${phone}`})`.execute(
      db,
    )
    await sql`insert into analytics_events (id, name, distinct_id, is_user, properties, occurred_at)
      values (gen_random_uuid(), 'purchase', ${userId}, true, '{}', now())`.execute(db)
    await sql`insert into message_events (provider, event_key, payload)
      values ('whatsapp', ${`status:wamid.${phone}:sent`},
        ${JSON.stringify({ providerMessageId: `wamid.${phone}`, waId: phone })}::jsonb)`.execute(db)
    const call = `OutSum=5000.000000&InvId=1&EMail=payer.${encodeURIComponent(email)}&SignatureValue=ABC`
    const forged = `EMail=${encodeURIComponent(email)}`
    const digest = (body: string | undefined) => sql`encode(sha256(convert_to(${body}, 'UTF8')), 'hex')`
    const state = `<State><IncAccount>4400-${phone}</IncAccount></State>`
    for (const [operation, body] of [
      ['result', call],
      ['status', state],
    ]) {
      await sql`insert into payment_events (provider, operation, inv_id, order_id, verdict, authentic, method, body, body_sha256)
        select 'robokassa', ${operation}, inv_id, id, 'accepted', true, 'POST', ${body}, ${digest(body)} from orders where id = ${order}`.execute(
        db,
      )
    }
    await sql`insert into payment_events (provider, operation, verdict, authentic, method, body, body_sha256)
      values ('robokassa', 'result', 'forged', false, 'POST', ${forged}, ${digest(forged)})`.execute(db)
    await sql`insert into message_calls (provider, body, body_sha256, read_at)
      values ('whatsapp', convert_to(${JSON.stringify({ from: phone, text: name })}, 'UTF8'),
        encode(sha256(convert_to(${phone}, 'UTF8')), 'hex'), now())`.execute(db)
    await sql`insert into message_events (provider, event_key, payload)
      values ('whatsapp', ${`message:new.${phone}`}, ${JSON.stringify({ waId: phone, text: `Пишет ${name}` })}::jsonb)`.execute(
      db,
    )
    // One that was never finished: a finished one would have to be shown before anything is deleted.
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (gen_random_uuid(), ${userId}, ${`Телефон: ${name}`}, 'totp', 'unverified', now(), now(), ${`seed.${phone}`})`.execute(
      db,
    )
    await sql`insert into inbound_messages (contact_id, provider_message_id, type, text, written_at)
      values (${contact}, ${`in.${phone}`}, 'text', ${`Спасибо, ${name}`}, now())`.execute(db)
    await service.storage.from('photos').upload(`${userId}/tongue.txt`, Buffer.from(name), { upsert: true })
    await sql`update storage.objects set owner_id = ${userId} where name = ${`${userId}/tongue.txt`}`.execute(
      db,
    )
  }

  /** Every row of every table that holds what people left, as text. */
  async function everything(): Promise<string> {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(platform.db)
    const texts = await Promise.all(
      rows.map(({ name }) =>
        sql<{ all: string }>`select json_agg(t)::text as all from ${sql.raw(name)} as t`.execute(platform.db),
      ),
    )
    const calls = await sql<{
      all: string
    }>`select string_agg(convert_from(body, 'UTF8'), '\n') as all from message_calls`.execute(platform.db)
    return [...texts, calls].map((text) => text.rows[0]?.all ?? '').join('\n')
  }

  it('leaves nothing that says who they were, and everything of others', async () => {
    const before = await everything()
    for (const trace of personal) expect(before).toContain(trace)
    const { data, error } = await dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(error).toBeNull()
    expect(data).toEqual({ deleted: true })

    const after = await everything()
    for (const trace of [...personal, dana.userId, 'Дана', 'wamid.77010000001', 'DANA']) {
      expect(after).not.toContain(trace)
    }
    for (const kept of [
      'bota@example.kz',
      'BOTA@EXAMPLE.KZ',
      'wamid.77010000002',
      `${bota.userId}/tongue.txt`,
    ]) {
      expect(after).toContain(kept)
    }
    const { data: file } = await service.storage.from('photos').download(`${bota.userId}/tongue.txt`)
    expect(await file?.text()).toBe('Бота')
    expect((await service.storage.from('photos').download(`${dana.userId}/tongue.txt`)).error).not.toBeNull()
  })

  it('keeps the order as a record of the payment', async () => {
    await dana.client.functions.invoke('delete-account', { method: 'POST' })
    const { rows } =
      await sql`select product, charge_tiyn, state, user_id, lead_id, email, name, phone, category
      from orders where user_id is null`.execute(platform.db)
    expect(rows).toEqual([
      {
        product: 'subscription',
        charge_tiyn: 500000,
        state: 'paid',
        user_id: null,
        lead_id: null,
        email: null,
        name: null,
        phone: null,
        category: null,
      },
    ])
  })

  it('keeps the provider’s calls without the payer in them', async () => {
    await dana.client.functions.invoke('delete-account', { method: 'POST' })
    const { rows } = await sql<{ body: string }>`select body from payment_events
      where order_id in (select id from orders where user_id is null) order by id`.execute(platform.db)
    expect(rows.map(({ body }) => body)).toEqual([
      'OutSum=5000.000000&InvId=1&EMail=&SignatureValue=ABC',
      '<State><IncAccount></IncAccount></State>',
    ])
  })

  it('goes on leaving alone the phone of someone who asked for silence, and knows it no more', async () => {
    await sql`update message_contacts set opted_out_at = now(), command_at = now() where phone = '77010000001'`.execute(
      platform.db,
    )
    await dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(await everything()).not.toContain('77010000001')
    for (const phone of ['77010000001', '77010000003']) {
      await sql`insert into message_contacts (phone) values (${phone})`.execute(platform.db)
    }
    const { rows } = await sql<{ phone: string }>`select phone from message_contacts
      where opted_out_at is not null and command_at is not null`.execute(platform.db)
    expect(rows).toEqual([{ phone: '77010000001' }])
    // A request that was taken back since must not come back with the number.
    expect((await sql`select from message_opt_outs`.execute(platform.db)).rows).toEqual([])
  })

  it('takes along a checklist that was asked for while signed out', async () => {
    const eva = await signedInClient(platform, 'eva@example.kz')
    await sql`insert into quiz_leads (name, email, phone, category) values ('Ева', 'Eva@example.kz', '8 701 000-00-09', 'AA1')`.execute(
      platform.db,
    )
    const { rows } = await sql<{
      id: string
    }>`insert into message_contacts (phone) values ('77010000009') returning id`.execute(platform.db)
    await sql`insert into messages (kind, contact_id, subcategory, recipient_name, deadline, send_state)
      values ('checklist', ${rows[0]?.id}, 'A1', 'Ева', now(), 'done')`.execute(platform.db)
    await sql`insert into analytics_events (id, name, distinct_id, is_user, properties, occurred_at)
      values (gen_random_uuid(), 'message_delivery', ${rows[0]?.id}, false, '{}', now())`.execute(platform.db)
    expect((await eva.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    const after = await everything()
    for (const trace of ['Ева', '77010000009', '8 701 000-00-09', rows[0]?.id])
      expect(after).not.toContain(trace)
  })

  it('is preceded by an export that holds all of it, no secret, and nothing of others', async () => {
    await sql`update messages set sent_at = now() - interval '1 hour'`.execute(platform.db)
    const { data, error } = await dana.client.functions.invoke('export-account', { method: 'POST' })
    expect(error).toBeNull()
    const text = JSON.stringify(data)
    expect(data.tables).toMatchObject({
      quiz_leads: [{ name: 'Дана' }, { email: ' DANA@EXAMPLE.KZ ' }],
      consents: [{ kind: 'health' }],
      orders: [{ email: 'dana@example.kz', charge_tiyn: 500000 }],
      payment_events: [{ body: expect.stringContaining('payer.dana') }, { operation: 'status' }],
      subscriptions: [{ phone: '77010000001' }],
      messages: [{ kind: 'daily', day: 1 }],
      message_contacts: [{ phone: '77010000001', opted_out_at: null }],
      inbound_messages: [{ text: 'Спасибо, Дана' }],
      sessions: [{ aal: 'aal1' }],
      factors: [{ friendly_name: 'Телефон: Дана' }],
      files: [{ name: `${dana.userId}/tongue.txt` }],
      order_acts: [],
    })
    for (const other of ['Бота', 'bota', '77010000002', 'seed.', 'b'.repeat(64), '"turn"'])
      expect(text).not.toContain(other)
    // The file to read has words for every one of them.
    expect(Object.keys(data.tables).filter((name) => !(name in keptTables))).toEqual([])
  })

  it('exports no words from a number that the user has only typed', async () => {
    await sql`delete from messages where contact_id in (select id from message_contacts where phone = '77010000002')`.execute(
      platform.db,
    )
    await sql`update quiz_leads set phone = '77010000002' where user_id = ${dana.userId}`.execute(platform.db)
    const { data } = await dana.client.functions.invoke('export-account', { method: 'POST' })
    expect(JSON.stringify(data)).not.toContain('Бота')
  })

  it('neither tells nor takes what is known of a number that only this user has typed', async () => {
    const mallory = await signedInClient(platform, 'mallory@example.kz')
    await sql`insert into quiz_leads (user_id, name, email, phone, category, ownership)
      values (${mallory.userId}, 'М', 'mallory@example.kz', '+7 701 000-00-05', 'AA1', 'own')`.execute(
      platform.db,
    )
    // Its owner knows us by WhatsApp alone, and has asked for silence.
    await sql`insert into message_contacts (phone, last_inbound_at, opted_out_at, command_at)
      values ('77010000005', now(), now(), now())`.execute(platform.db)
    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({ quiz_leads: [{ phone: '+7 701 000-00-05' }], message_contacts: [] })
    expect((await mallory.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    const { rows } = await sql`select phone, last_inbound_at is not null as has_written from message_contacts
      where phone = '77010000005'`.execute(platform.db)
    expect(rows).toEqual([{ phone: '77010000005', has_written: true }])
  })

  it('is told of nobody’s checklist on a number they typed, and a number nobody wrote from goes with them', async () => {
    const mallory = await signedInClient(platform, 'mallory@example.kz')
    await sql`insert into quiz_leads (user_id, name, email, phone, category, ownership)
      values (${mallory.userId}, 'М', 'mallory@example.kz', '+7 701 000-00-05', 'AA1', 'own')`.execute(
      platform.db,
    )
    const { rows } = await sql<{
      id: string
    }>`insert into message_contacts (phone) values ('77010000005') returning id`.execute(platform.db)
    await sql`insert into messages (kind, contact_id, deadline, send_state, status, asked_as, asked_from)
      values ('checklist', ${rows[0]?.id}, now(), 'done', 'sent', 'stranger', 'digest')`.execute(platform.db)
    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({ messages: [], message_contacts: [] })
    expect((await mallory.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    expect(await everything()).not.toContain('77010000005')
    const counted = await sql`select asked_as, asked_from, status from erased_checklists`.execute(platform.db)
    expect(counted.rows).toEqual([{ asked_as: 'stranger', asked_from: 'digest', status: 'sent' }])
  })

  it('ends what waits to be paid, and gives back the deposit it held', async () => {
    const { rows } = await sql<{ id: string }>`insert into orders
        (product, price_tiyn, deposit_tiyn, charge_tiyn, state, user_id, email)
      values ('consultation', 5000000, 500000, 4500000, 'created', ${dana.userId}, 'dana@example.kz')
      returning id`.execute(platform.db)
    const orderId = rows[0]?.id
    await sql`insert into deposit_uses (order_id, program_order_id)
      select ${orderId}::uuid, id from orders where user_id = ${dana.userId} and product = 'subscription'`.execute(
      platform.db,
    )
    expect((await dana.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    const after = await sql`select state, charge_tiyn, email, released_at is not null as is_released
      from orders join deposit_uses on order_id = orders.id where orders.id = ${orderId}::uuid`.execute(
      platform.db,
    )
    expect(after.rows).toEqual([{ state: 'expired', charge_tiyn: 4500000, email: null, is_released: true }])
  })

  it('touches nothing of a number that somebody merely typed as theirs', async () => {
    const mallory = await signedInClient(platform, 'mallory@example.kz')
    await mallory.client.auth.updateUser({ data: { phone: '77010000001' } })
    await sql`insert into quiz_leads (user_id, name, email, phone, category, ownership)
      values (${mallory.userId}, 'М', 'mallory@example.kz', '+7 701 000-00-01', 'AA1', 'own')`.execute(
      platform.db,
    )
    const counted = sql`select (select count(*) from message_contacts) + (select count(*) from messages) as rows`
    const before = (await counted.execute(platform.db)).rows

    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({ message_contacts: [], messages: [] })
    expect((await mallory.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    expect((await counted.execute(platform.db)).rows).toEqual(before)
  })

  it('leaves a phone to the other account that it serves', async () => {
    const { rows } = await sql<{
      id: string
    }>`select id from message_contacts where phone = '77010000001'`.execute(platform.db)
    await sql`insert into messages (kind, contact_id, user_id, deadline, send_state, asked_as)
      values ('checklist', ${rows[0]?.id}, ${bota.userId}, now(), 'done', 'own')`.execute(platform.db)
    await dana.client.functions.invoke('delete-account', { method: 'POST' })
    const left = await sql`select kind, user_id from messages join message_contacts c on c.id = contact_id
      where c.phone = '77010000001'`.execute(platform.db)
    expect(left.rows).toEqual([{ kind: 'checklist', user_id: bota.userId }])
  })

  it('gives and takes a confirmed number’s words whoever has left it in a result, an order or a checklist', async () => {
    await sql`update orders set phone = '+7 701 000-00-01' where user_id = ${dana.userId}`.execute(
      platform.db,
    )
    await sql`update messages set sent_at = now() - interval '1 hour'`.execute(platform.db)
    await sql`insert into quiz_leads (name, email, phone, category) values ('М', 'm@example.kz', '87010000001', 'AA1')`.execute(
      platform.db,
    )
    await sql`insert into orders (product, price_tiyn, charge_tiyn, state, email, phone)
      values ('consultation', 5000000, 5000000, 'created', 'm@example.kz', '87010000001')`.execute(
      platform.db,
    )
    await sql`insert into messages (kind, contact_id, user_id, deadline, send_state, asked_as)
      select 'checklist', id, ${bota.userId}, now(), 'done', 'stranger' from message_contacts
      where phone = '77010000001'`.execute(platform.db)

    const { data } = await dana.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({
      message_contacts: [{ phone: '77010000001' }],
      inbound_messages: [{ text: 'Спасибо, Дана' }],
    })
    await dana.client.functions.invoke('delete-account', { method: 'POST' })
    const left = await sql`select phone from message_contacts where phone = '77010000001'
      union all select text from inbound_messages where text like '%Дана%'`.execute(platform.db)
    expect(left.rows).toEqual([])
  })

  it('neither gives nor takes the words of a number that was paid with and not confirmed', async () => {
    await sql`update auth.users set phone = null, phone_confirmed_at = null where id = ${dana.userId}`.execute(
      platform.db,
    )
    await sql`update messages set sent_at = now() - interval '1 hour'`.execute(platform.db)
    const { data } = await dana.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({
      messages: [{ kind: 'daily' }],
      message_contacts: [],
      inbound_messages: [],
    })
    await dana.client.functions.invoke('delete-account', { method: 'POST' })
    const { rows } = await sql`select text from inbound_messages join message_contacts c on c.id = contact_id
      where c.phone = '77010000001' and not exists (select from messages where contact_id = c.id)`.execute(
      platform.db,
    )
    expect(rows).toEqual([{ text: 'Спасибо, Дана' }])
  })

  it('leaves to whom a program was given what became of its messages: its buyer reads none of them', async () => {
    await sql`update messages set status = 'read', read_at = now() where user_id in (${dana.userId}, ${bota.userId})`.execute(
      platform.db,
    )
    expect((await dana.client.from('messages').select('status')).data).toEqual([{ status: 'read' }])
    await sql`update orders set is_gift = true where user_id = ${dana.userId}`.execute(platform.db)
    expect((await dana.client.from('messages').select('status, read_at')).data).toEqual([])
    // Of one's own it is told, as before.
    expect((await bota.client.from('messages').select('status')).data).toEqual([{ status: 'read' }])
  })

  it('says nothing of whether a number that was only typed is silent, or when its owner read', async () => {
    const mallory = await signedInClient(platform, 'mallory@example.kz')
    await sql`insert into message_contacts (phone) values ('77010000005'), ('77010000006')`.execute(
      platform.db,
    )
    await sql`insert into messages (kind, contact_id, user_id, subcategory, deadline, send_state, asked_as, status, failure,
        sent_at, read_at)
      select 'checklist', id, ${mallory.userId}, 'A1', now(), 'done', 'stranger', told.status, told.failure, told.at, told.at
      from message_contacts join (values ('77010000005', 'read', null, now()), ('77010000006', 'failed', 'withheld', null))
        as told (phone, status, failure, at) using (phone)`.execute(platform.db)
    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    const asked = { id: expect.any(String), kind: 'checklist', category: null, subcategory: 'A1' }
    const row = { ...asked, created_at: expect.any(String) }
    expect(data.tables.messages).toEqual([row, row])
    expect((await mallory.client.from('messages').select('status')).data).toEqual([])
  })

  it('comes to its end for a buyer of very many messages, and leaves others theirs', async () => {
    await runInBackground(() => givenManyMessages('77010000001', 7_000))
    const { data, error } = await dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(error).toBeNull()
    expect(data).toEqual({ deleted: true })
    const left = await sql<{ table: string; rows: string }>`
      select 'messages' as table, count(*)::text as rows from messages
      union all select 'message_events', count(*)::text from message_events
      union all select 'message_calls', count(*)::text from message_calls
      union all select 'message_call_names', count(*)::text from message_call_names
        where name_digest in (name_digest('77010000001'), name_digest('wamid.many.1'))
      order by 1`.execute(platform.db)
    expect(Object.fromEntries(left.rows.map(({ table, rows }) => [table, Number(rows)]))).toEqual({
      messages: 1,
      message_events: 2,
      message_calls: 1,
      message_call_names: 0,
    })
  })

  /** Messages that were sent by hand to somebody's program, each reported, and some calls that told of them. */
  async function givenManyMessages(phone: string, many: number): Promise<void> {
    await platform.db.transaction().execute(async (trx) => {
      // What is made of one row that is right needs no looking at again; the setting ends with the transaction.
      await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
      await sql`insert into messages (kind, contact_id, user_id, subscription_id, day, deadline, status, send_state, provider_message_id)
        select 'manual', contact_id, user_id, subscription_id, 1, now(), 'sent', 'done', 'wamid.many.' || n
        from messages, generate_series(1, ${many}::int) as n where provider_message_id = ${`wamid.${phone}`}`.execute(
        trx,
      )
      await sql`insert into message_events (provider, event_key, payload)
        select 'whatsapp', 'status:wamid.many.' || n || ':read', jsonb_build_object('providerMessageId', 'wamid.many.' || n)
        from generate_series(1, ${many}::int) as n`.execute(trx)
    })
    await sql`insert into message_calls (provider, body, body_sha256, read_at)
      select 'whatsapp', convert_to('{"statuses":[{"id":"wamid.many.' || n || '"}]}', 'UTF8'),
        encode(sha256(n::text::bytea), 'hex'), now()
      from generate_series(1, ${many}::int, 40) as n`.execute(platform.db)
  }

  it('takes nothing out beforehand of an account with fewer messages', async () => {
    const { data } = await service.rpc('delete_account_messages', { account_id: dana.userId })
    expect(data).toBe(0)
    expect(await everything()).toContain('wamid.77010000001')
  })

  it('answers alike when asked again, and signs the user out everywhere', async () => {
    const { data } = await dana.client.auth.getSession()
    const token = data.session?.access_token ?? ''
    const ask = () =>
      call(platform, '/functions/v1/delete-account', {
        method: 'POST',
        token,
        key: platform.keys.publishable,
      })
    expect(await ask()).toMatchObject({ status: 200, body: { deleted: true } })
    expect(await ask()).toMatchObject({ status: 200, body: { deleted: true } })
    expect((await dana.client.auth.refreshSession()).error).not.toBeNull()
    expect((await dana.client.auth.getUser()).error?.code).toBe('user_not_found')
  })

  it('wants a fresh proof: of a sign-in that is old, and of a second factor that was not shown', async () => {
    const keys = { key: platform.keys.publishable }
    const ask = async (client: SupabaseClient) => {
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      return call(platform, '/functions/v1/delete-account', { ...keys, method: 'POST', token })
    }
    await sql`update auth.mfa_amr_claims
      set created_at = now() - interval '11 minutes', updated_at = now() - interval '11 minutes'`.execute(
      platform.db,
    )
    await dana.client.auth.refreshSession()
    expect(await ask(dana.client)).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
    expect(await everything()).toContain('dana@example.kz')

    const again = await signedInClient(platform, 'dana@example.kz')
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
      values (gen_random_uuid(), ${dana.userId}, 'totp', 'verified', now(), now(), 'x')`.execute(platform.db)
    expect(await ask(again.client)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    await sql`delete from auth.mfa_factors`.execute(platform.db)
    expect(await ask(again.client)).toMatchObject({ status: 200, body: { deleted: true } })
  })

  it('undoes everything when it cannot be done whole', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      platform.db,
    )
    await sql`create trigger refuse before delete on auth.users execute function refuse()`.execute(
      platform.db,
    )
    try {
      const { error } = await dana.client.functions.invoke('delete-account', { method: 'POST' })
      expect(error).not.toBeNull()
      const left = await everything()
      for (const trace of personal) expect(left).toContain(trace)
    } finally {
      await sql`drop function refuse() cascade`.execute(platform.db)
    }
    const { error } = await dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(error).toBeNull()
  })

  it('is refused to visitors, to keys and to sessions that have ended, and by other methods', async () => {
    const visitor = visitorClient(platform)
    expect((await visitor.functions.invoke('delete-account')).response?.status).toBe(401)
    expect((await visitor.functions.invoke('export-account')).response?.status).toBe(401)
    expect((await service.functions.invoke('delete-account')).response?.status).toBe(401)
    const { data } = await bota.client.auth.getSession()
    const token = data.session?.access_token ?? ''
    expect(await call(platform, '/functions/v1/delete-account', { token })).toMatchObject({ status: 405 })
    await bota.client.auth.signOut()
    expect(await call(platform, '/functions/v1/delete-account', { method: 'POST', token })).toMatchObject({
      status: 401,
    })
    expect(await everything()).toContain('bota@example.kz')
  })

  it('is done by no other way', async () => {
    for (const client of [visitorClient(platform), bota.client]) {
      const { error } = await client.rpc('delete_account', { account_id: dana.userId })
      expect(error?.code).toBe('42501')
      const listed = await client.rpc('list_account_files', { account_id: dana.userId })
      expect(listed.error?.code).toBe('42501')
      const exported = await client.rpc('export_account', { account_id: dana.userId })
      expect(exported.error?.code).toBe('42501')
      const messages = await client.rpc('delete_account_messages', { account_id: dana.userId })
      expect(messages.error?.code).toBe('42501')
    }
  })

  it('is refused by the database while a file is left', async () => {
    const { error, status } = await service.rpc('delete_account', { account_id: dana.userId })
    expect(status).toBe(409)
    expect(error?.code).toBe('PT409')
    expect((await service.rpc('delete_account', { account_id: crypto.randomUUID() })).data).toBe(false)
  })
})
