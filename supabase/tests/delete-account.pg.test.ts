import { exportedTables } from '@app/content/ru/own-data/exported-tables'
import { runInBackground } from '@app/platform/database/run-in-background'
import { call, signedInClient, visitorClient } from '@app/platform/testing/clients'
import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { givenTwoAccounts } from './given-two-accounts.ts'

const accounts = givenTwoAccounts()
const { everything } = accounts

const personal = ['dana@example.kz', 'Дана', '77010000001', '198.51.100.7']

/** Handed a few things at a time and called all the time: to plan anew would cost more than it saves. */
const oftenAndShort = ['forget_desk_changes(uuid[])']

it('a function that is handed a list is planned for this list, however often its session has called it', async () => {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc like '%= any (%'
      and exists (select from unnest(proargtypes) as argument join pg_type on pg_type.oid = argument where typcategory = 'A')
      and not coalesce(proconfig, '{}') @> '{plan_cache_mode=force_custom_plan}'
    order by 1`.execute(accounts.platform.db)
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
    order by 1`.execute(accounts.platform.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(unindexed))
})

/** Dana has left every trace that the product knows; Bota uses the same tables and keeps everything. */
describe('deleting an account', () => {
  it('leaves nothing that says who they were, and everything of others', async () => {
    const before = await everything()
    for (const trace of personal) expect(before).toContain(trace)
    const { data, error } = await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(error).toBeNull()
    expect(data).toEqual({ deleted: true })

    const after = await everything()
    for (const trace of [...personal, accounts.dana.userId, 'Дана', 'wamid.77010000001', 'DANA']) {
      expect(after).not.toContain(trace)
    }
    for (const kept of [
      'bota@example.kz',
      'BOTA@EXAMPLE.KZ',
      'wamid.77010000002',
      `${accounts.bota.userId}/tongue.txt`,
    ]) {
      expect(after).toContain(kept)
    }
    const { data: file } = await accounts.service.storage
      .from('photos')
      .download(`${accounts.bota.userId}/tongue.txt`)
    expect(await file?.text()).toBe('Бота')
    expect(
      (await accounts.service.storage.from('photos').download(`${accounts.dana.userId}/tongue.txt`)).error,
    ).not.toBeNull()
  })

  it('keeps the order as a record of the payment', async () => {
    await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    const { rows } =
      await sql`select product, charge_tiyn, state, user_id, lead_id, email, name, phone, category
      from orders where user_id is null`.execute(accounts.platform.db)
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
    await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    const { rows } = await sql<{ body: string }>`select body from payment_events
      where order_id in (select id from orders where user_id is null) order by id`.execute(
      accounts.platform.db,
    )
    expect(rows.map(({ body }) => body)).toEqual([
      'OutSum=5000.000000&InvId=1&EMail=&SignatureValue=ABC',
      '<State><IncAccount></IncAccount></State>',
    ])
  })

  it('goes on leaving alone the phone of someone who asked for silence, and knows it no more', async () => {
    await sql`update message_contacts set opted_out_at = now(), command_at = now() where phone = '77010000001'`.execute(
      accounts.platform.db,
    )
    await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(await everything()).not.toContain('77010000001')
    for (const phone of ['77010000001', '77010000003']) {
      await sql`insert into message_contacts (phone) values (${phone})`.execute(accounts.platform.db)
    }
    const { rows } = await sql<{ phone: string }>`select phone from message_contacts
      where opted_out_at is not null and command_at is not null`.execute(accounts.platform.db)
    expect(rows).toEqual([{ phone: '77010000001' }])
    // A request that was taken back since must not come back with the number.
    expect((await sql`select from message_opt_outs`.execute(accounts.platform.db)).rows).toEqual([])
  })

  it('takes along a checklist that was asked for while signed out', async () => {
    const eva = await signedInClient(accounts.platform, 'eva@example.kz')
    await sql`insert into quiz_leads (name, email, phone, category) values ('Ева', 'Eva@example.kz', '8 701 000-00-09', 'AA1')`.execute(
      accounts.platform.db,
    )
    const { rows } = await sql<{
      id: string
    }>`insert into message_contacts (phone) values ('77010000009') returning id`.execute(accounts.platform.db)
    await sql`insert into messages (kind, contact_id, subcategory, recipient_name, deadline, send_state)
      values ('checklist', ${rows[0]?.id}, 'A1', 'Ева', now(), 'done')`.execute(accounts.platform.db)
    await sql`insert into analytics_events (id, name, distinct_id, is_user, properties, occurred_at)
      values (gen_random_uuid(), 'message_delivery', ${rows[0]?.id}, false, '{}', now())`.execute(
      accounts.platform.db,
    )
    expect((await eva.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    const after = await everything()
    for (const trace of ['Ева', '77010000009', '8 701 000-00-09', rows[0]?.id])
      expect(after).not.toContain(trace)
  })

  it('is preceded by an export that holds all of it, no secret, and nothing of others', async () => {
    await sql`update messages set sent_at = now() - interval '1 hour'`.execute(accounts.platform.db)
    const { data, error } = await accounts.dana.client.functions.invoke('export-account', { method: 'POST' })
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
      files: [{ name: `${accounts.dana.userId}/tongue.txt` }],
      order_acts: [],
    })
    for (const other of ['Бота', 'bota', '77010000002', 'seed.', 'b'.repeat(64), '"turn"'])
      expect(text).not.toContain(other)
    // The file to read has words for every one of them.
    expect(Object.keys(data.tables).filter((name) => !(name in exportedTables))).toEqual([])
  })

  it('exports no words from a number that the user has only typed', async () => {
    await sql`delete from messages where contact_id in (select id from message_contacts where phone = '77010000002')`.execute(
      accounts.platform.db,
    )
    await sql`update quiz_leads set phone = '77010000002' where user_id = ${accounts.dana.userId}`.execute(
      accounts.platform.db,
    )
    const { data } = await accounts.dana.client.functions.invoke('export-account', { method: 'POST' })
    expect(JSON.stringify(data)).not.toContain('Бота')
  })

  it('ends what waits to be paid, and gives back the deposit it held', async () => {
    const { rows } = await sql<{ id: string }>`insert into orders
        (product, price_tiyn, deposit_tiyn, charge_tiyn, state, user_id, email)
      values ('consultation', 5000000, 500000, 4500000, 'created', ${accounts.dana.userId}, 'dana@example.kz')
      returning id`.execute(accounts.platform.db)
    const orderId = rows[0]?.id
    await sql`insert into deposit_uses (order_id, program_order_id)
      select ${orderId}::uuid, id from orders where user_id = ${accounts.dana.userId} and product = 'subscription'`.execute(
      accounts.platform.db,
    )
    expect(
      (await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })).error,
    ).toBeNull()
    const after = await sql`select state, charge_tiyn, email, released_at is not null as is_released
      from orders join deposit_uses on order_id = orders.id where orders.id = ${orderId}::uuid`.execute(
      accounts.platform.db,
    )
    expect(after.rows).toEqual([{ state: 'expired', charge_tiyn: 4500000, email: null, is_released: true }])
  })

  it('comes to its end for a buyer of very many messages, and leaves others theirs', async () => {
    await runInBackground(() => givenManyMessages('77010000001', 7_000))
    const { data, error } = await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(error).toBeNull()
    expect(data).toEqual({ deleted: true })
    const left = await sql<{ table: string; rows: string }>`
      select 'messages' as table, count(*)::text as rows from messages
      union all select 'message_events', count(*)::text from message_events
      union all select 'message_calls', count(*)::text from message_calls
      union all select 'message_call_names', count(*)::text from message_call_names
        where name_digest in (name_digest('77010000001'), name_digest('wamid.many.1'))
      order by 1`.execute(accounts.platform.db)
    expect(Object.fromEntries(left.rows.map(({ table, rows }) => [table, Number(rows)]))).toEqual({
      messages: 1,
      message_events: 2,
      message_calls: 1,
      message_call_names: 0,
    })
  })

  it('takes nothing out beforehand of an account with fewer messages', async () => {
    const { data } = await accounts.service.rpc('delete_account_messages', {
      account_id: accounts.dana.userId,
    })
    expect(data).toBe(0)
    expect(await everything()).toContain('wamid.77010000001')
  })

  it('answers alike when asked again, and signs the user out everywhere', async () => {
    const { data } = await accounts.dana.client.auth.getSession()
    const token = data.session?.access_token ?? ''
    const ask = () =>
      call(accounts.platform, '/functions/v1/delete-account', {
        method: 'POST',
        token,
        key: accounts.platform.keys.publishable,
      })
    expect(await ask()).toMatchObject({ status: 200, body: { deleted: true } })
    expect(await ask()).toMatchObject({ status: 200, body: { deleted: true } })
    expect((await accounts.dana.client.auth.refreshSession()).error).not.toBeNull()
    expect((await accounts.dana.client.auth.getUser()).error?.code).toBe('user_not_found')
  })

  it('wants a fresh proof: of a sign-in that is old, and of a second factor that was not shown', async () => {
    const keys = { key: accounts.platform.keys.publishable }
    const ask = async (client: SupabaseClient) => {
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      return call(accounts.platform, '/functions/v1/delete-account', { ...keys, method: 'POST', token })
    }
    await sql`update auth.mfa_amr_claims
      set created_at = now() - interval '11 minutes', updated_at = now() - interval '11 minutes'`.execute(
      accounts.platform.db,
    )
    await accounts.dana.client.auth.refreshSession()
    expect(await ask(accounts.dana.client)).toMatchObject({
      status: 403,
      body: { code: 'fresh_sign_in_required' },
    })
    expect(await everything()).toContain('dana@example.kz')

    const again = await signedInClient(accounts.platform, 'dana@example.kz')
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
      values (gen_random_uuid(), ${accounts.dana.userId}, 'totp', 'verified', now(), now(), 'x')`.execute(
      accounts.platform.db,
    )
    expect(await ask(again.client)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    await sql`delete from auth.mfa_factors`.execute(accounts.platform.db)
    expect(await ask(again.client)).toMatchObject({ status: 200, body: { deleted: true } })
  })

  it('undoes everything when it cannot be done whole', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      accounts.platform.db,
    )
    await sql`create trigger refuse before delete on auth.users execute function refuse()`.execute(
      accounts.platform.db,
    )
    try {
      const { error } = await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
      expect(error).not.toBeNull()
      const left = await everything()
      for (const trace of personal) expect(left).toContain(trace)
    } finally {
      await sql`drop function refuse() cascade`.execute(accounts.platform.db)
    }
    const { error } = await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    expect(error).toBeNull()
  })

  it('is refused to visitors, to keys and to sessions that have ended, and by other methods', async () => {
    const visitor = visitorClient(accounts.platform)
    expect((await visitor.functions.invoke('delete-account')).response?.status).toBe(401)
    expect((await visitor.functions.invoke('export-account')).response?.status).toBe(401)
    expect((await accounts.service.functions.invoke('delete-account')).response?.status).toBe(401)
    const { data } = await accounts.bota.client.auth.getSession()
    const token = data.session?.access_token ?? ''
    expect(await call(accounts.platform, '/functions/v1/delete-account', { token })).toMatchObject({
      status: 405,
    })
    await accounts.bota.client.auth.signOut()
    expect(
      await call(accounts.platform, '/functions/v1/delete-account', { method: 'POST', token }),
    ).toMatchObject({
      status: 401,
    })
    expect(await everything()).toContain('bota@example.kz')
  })

  it('is done by no other way', async () => {
    for (const client of [visitorClient(accounts.platform), accounts.bota.client]) {
      const { error } = await client.rpc('delete_account', { account_id: accounts.dana.userId })
      expect(error?.code).toBe('42501')
      const listed = await client.rpc('list_account_files', { account_id: accounts.dana.userId })
      expect(listed.error?.code).toBe('42501')
      const exported = await client.rpc('export_account', { account_id: accounts.dana.userId })
      expect(exported.error?.code).toBe('42501')
      const messages = await client.rpc('delete_account_messages', { account_id: accounts.dana.userId })
      expect(messages.error?.code).toBe('42501')
    }
  })

  it('is refused by the database while a file is left', async () => {
    const { error, status } = await accounts.service.rpc('delete_account', {
      account_id: accounts.dana.userId,
    })
    expect(status).toBe(409)
    expect(error?.code).toBe('PT409')
    expect((await accounts.service.rpc('delete_account', { account_id: crypto.randomUUID() })).data).toBe(
      false,
    )
  })
})

/** Messages that were sent by hand to somebody's program, each reported, and some calls that told of them. */
async function givenManyMessages(phone: string, many: number): Promise<void> {
  await accounts.platform.db.transaction().execute(async (trx) => {
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
      from generate_series(1, ${many}::int, 40) as n`.execute(accounts.platform.db)
}
