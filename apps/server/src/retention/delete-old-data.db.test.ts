import { buildAttempt } from '@app/testing/attempt'
import { givenSubscription } from '@app/testing/messages/given-messages'
import { aigerim, freshEmail } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findOrCreateContactByPhone } from '../messages/contact-repository.ts'
import { insertMessage } from '../messages/message-repository.ts'
import { deleteOldData } from './delete-old-data.ts'
import { personalDataPolicies, queueSchema } from './personal-data.ts'

const now = new Date('2030-06-01T00:00:00Z')
const old = '2027-05-31T00:00:00Z'
const young = '2027-06-02T00:00:00Z'
const nothing = {
  ...{
    accounts: 0,
    keptAccounts: 0,
    orders: 0,
    leads: 0,
    consents: 0,
    messages: 0,
    contacts: 0,
    audits: 0,
    staff: 0,
    visits: 0,
    trapped: 0,
    imported: 0,
  },
}

let server: GivenServer
const logged: [object, string][] = []
const note = (facts: object, message: string) => void logged.push([facts, message])
const forget = () => deleteOldData({ db: server.db, now: () => now, log: { info: note, warn: note } })

beforeAll(async () => {
  server = await givenServer()
})
beforeEach(async () => {
  logged.length = 0
  for (const table of ['messages', 'message_contacts', 'orders', 'consents', 'quiz_leads', 'auth.users']) {
    await sql`delete from ${sql.table(table)}`.execute(server.db)
  }
})
afterAll(() => server.close())

async function givenAccount(seenAt: string): Promise<string> {
  const email = freshEmail(aigerim)
  const { userId, token } = await server.signIn(email)
  await server.saveLead(buildAttempt({ contact: { ...aigerimContact, email } }), token)
  await sql`update auth.users set created_at = ${old}, last_sign_in_at = ${seenAt} where id = ${userId}`.execute(
    server.db,
  )
  await sql`update auth.sessions set created_at = ${old}, updated_at = ${seenAt} where user_id = ${userId}`.execute(
    server.db,
  )
  await sql`update quiz_leads set created_at = ${old} where user_id = ${userId}`.execute(server.db)
  await sql`update consents set accepted_at = ${old} where user_id = ${userId}`.execute(server.db)
  return userId
}
const aigerimContact = { name: aigerim.name, phone: aigerim.phone }

const givenLead = async (createdAt: string) => {
  const { rows } = await sql<{ id: string }>`insert into quiz_leads (name, email, phone, category, created_at)
    values ('Айгерим', 'a@example.kz', '+77010000001', 'AA1', ${createdAt}) returning id`.execute(server.db)
  const id = rows[0]?.id ?? ''
  await sql`insert into consents (lead_id, kind, version, text_sha256, accepted_at)
    values (${id}, 'health', '1', ${'a'.repeat(64)}, ${createdAt})`.execute(server.db)
  return id
}
const idsOf = async (table: string) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(server.db)).rows.map(({ id }) => id)
const countOf = async (table: string) => (await idsOf(table)).length

test('every table and column is on the list that says what deletion does to it', async () => {
  const { rows } = await sql<{ table: string; columns: string }>`
    select table_schema || '.' || table_name as "table", string_agg(column_name, ' ') as columns
    from information_schema.columns
    where table_schema not in ('information_schema', 'pg_catalog', ${queueSchema})
    group by 1`.execute(server.db)
  const sorted = (columns: string) => columns.split(' ').sort()
  const there = Object.fromEntries(rows.map(({ table, columns }) => [table, sorted(columns)]))
  const listed = Object.entries(personalDataPolicies).map(
    ([table, { columns }]) => [table, sorted(columns)] as const,
  )
  expect(there).toEqual(Object.fromEntries(listed))
})

test('every exported table is in the export, and no other', async () => {
  const { userId } = await server.signIn(freshEmail(aigerim))
  const { data } = await server.admin.rpc('export_account', { account_id: userId })
  const aliases: Record<string, string> = { mfa_factors: 'factors', objects: 'files' }
  const named = Object.entries(personalDataPolicies)
    .filter(([table, { isExported }]) => isExported && !['auth.users', 'auth.identities'].includes(table))
    .map(([table]) => table.split('.')[1] ?? '')
    .map((table) => aliases[table] ?? table)
  expect(Object.keys(data as object).sort()).toEqual(named.sort())
})

test('an old order of nobody takes the payer out of the provider’s calls, too', async () => {
  await givenSubscription(server.db, { boughtAt: new Date(old) })
  await sql`update orders set created_at = ${old}`.execute(server.db)
  await sql`insert into payment_events (provider, operation, inv_id, order_id, verdict, authentic, method, body, body_sha256)
    select 'robokassa', 'result', inv_id, id, 'accepted', true, 'POST', 'InvId=1&EMail=payer%40example.kz', 'digest' from orders`.execute(
    server.db,
  )
  expect(await forget()).toMatchObject({ orders: 1 })
  const calls = await server.db.selectFrom('payment_events').select('body').execute()
  expect(calls).toEqual([{ body: 'InvId=1&EMail=' }])
  await server.db.deleteFrom('payment_events').execute()
})

describe('after three years', () => {
  test('an account that nobody used goes with all that is about it, and one in use stays whole', async () => {
    await givenAccount(old)
    const used = await givenAccount(young)
    expect(await forget()).toEqual({ ...nothing, accounts: 1 })
    expect(await idsOf('auth.users')).toEqual([used])
    expect([await countOf('quiz_leads'), await countOf('consents')]).toEqual([1, 1])
    expect(await forget()).toEqual(nothing)
  })

  test.each([
    ['took the quiz', sql`update quiz_leads set created_at = ${young}`],
    ['was signed in', sql`update auth.sessions set updated_at = ${young}`],
    ['gave a consent', sql`update consents set accepted_at = ${young}`],
    ['runs the product', sql`update auth.users set raw_app_meta_data = '{"role":"admin"}'`],
  ])('an account whose owner %s stays', async (_, fact) => {
    await givenAccount(old)
    await fact.execute(server.db)
    expect(await forget()).toEqual(nothing)
    expect(await countOf('auth.users')).toBe(1)
  })

  test('an account that owns a file stays, and somebody is told so', async () => {
    const userId = await givenAccount(old)
    await sql`insert into storage.objects (bucket_id, name, owner_id) values ('public-downloads', 'x', ${userId})`.execute(
      server.db,
    )
    expect(await forget()).toEqual({ ...nothing, keptAccounts: 1 })
    expect(logged).toEqual([[{ keptAccounts: 1 }, 'old accounts still own files and were not deleted']])
    await sql`delete from storage.objects where name = 'x'`.execute(server.db)
  })

  test('the walk goes on past more than a batch of accounts that stay, also of one instant', async () => {
    await sql`insert into auth.users (id, email, created_at)
      select gen_random_uuid(), n || '@example.kz', ${old}::timestamptz - n / 100 * interval '1 day'
      from generate_series(1, 250) as n`.execute(server.db)
    await sql`insert into storage.objects (bucket_id, name, owner_id)
      select 'public-downloads', 'kept/' || id, id::text from auth.users`.execute(server.db)
    expect(await forget()).toEqual({ ...nothing, keptAccounts: 250 })
    await sql`delete from storage.objects where name like 'kept/%'`.execute(server.db)
  })

  test('a lead of nobody goes with its consents, and a younger one stays', async () => {
    await givenLead(old)
    const kept = await givenLead(young)
    expect(await forget()).toEqual({ ...nothing, leads: 1 })
    expect(await idsOf('quiz_leads')).toEqual([kept])
    expect(await countOf('consents')).toBe(1)
  })

  test('consents that neither a lead nor an account has any more go, and younger ones stay', async () => {
    for (const at of [old, young]) {
      await sql`insert into consents (kind, version, text_sha256, accepted_at)
        values ('health', '1', ${'a'.repeat(64)}, ${at})`.execute(server.db)
    }
    expect(await forget()).toEqual({ ...nothing, consents: 1 })
    expect(await countOf('consents')).toBe(1)
  })

  test('a lead from which something younger was bought stays', async () => {
    const lead = await givenLead(old)
    await givenSubscription(server.db, { boughtAt: new Date(young) })
    await sql`update orders set lead_id = ${lead}, created_at = ${young}`.execute(server.db)
    expect(await forget()).toEqual(nothing)
  })

  test('an order of nobody stays as a record of a payment, without the person or the program', async () => {
    const lead = await givenLead(old)
    await givenSubscription(server.db, { boughtAt: new Date(old) })
    await sql`update orders set lead_id = ${lead}, created_at = ${old}`.execute(server.db)
    expect(await forget()).toEqual({ ...nothing, orders: 1, leads: 1 })
    const [order] = await server.db.selectFrom('orders').selectAll().execute()
    expect(order).toMatchObject({ state: 'paid', charge_tiyn: 500_000, product: 'subscription' })
    expect([order?.email, order?.name, order?.phone, order?.category, order?.lead_id]).toEqual(
      Array(5).fill(null),
    )
    expect(await countOf('subscriptions')).toBe(0)
    expect(await forget()).toEqual(nothing)
  })

  test('a visitor’s checklist and phone go, and a phone that asked for silence is kept for that', async () => {
    const send = (phone: string, at: string) =>
      server.db.transaction().execute(async (trx) => {
        const { id } = await findOrCreateContactByPhone(trx, phone)
        await insertMessage(trx, {
          kind: 'checklist',
          contact_id: id,
          created_at: new Date(at),
          deadline: new Date(at),
          send_state: 'done',
        })
      })
    await send('77010000001', old)
    await send('77010000002', young)
    await send('77010000003', old)
    await sql`update message_contacts set created_at = ${old}`.execute(server.db)
    await sql`update message_contacts set opted_out_at = ${old} where phone = '77010000003'`.execute(
      server.db,
    )
    expect(await forget()).toEqual({ ...nothing, messages: 2, contacts: 1 })
    const kept = await server.db.selectFrom('message_contacts').select('phone').orderBy('phone').execute()
    expect(kept.map(({ phone }) => phone)).toEqual(['77010000002', '77010000003'])
  })

  test('what was audited goes, and nothing younger does, whoever asks', async () => {
    const actions = async () =>
      (
        await server.db
          .selectFrom('audit_events')
          .select('action')
          .where('action', 'like', 'test_%')
          .execute()
      )
        .map(({ action }) => action)
        .sort()
    await sql`insert into audit_events (at, action, source) values
      (now() - interval '3 years 1 day', 'test_old', 'server'), (now(), 'test_young', 'server')`.execute(
      server.db,
    )
    expect(await forget()).toEqual({ ...nothing, audits: 1 })
    expect(await actions()).toEqual(['test_young'])
  })

  test('who worked here goes three years after the last of it, and nobody who still does', async () => {
    const history = () =>
      server.db.selectFrom('staff_history').select('email').where('email', 'like', 'was-%').execute()
    await sql`insert into staff_history (user_id, email, role, since) values
      ('00000000-0000-4000-8000-000000000001', 'was-long-ago', 'assistant', now() - interval '5 years'),
      ('00000000-0000-4000-8000-000000000001', 'was-long-ago', null, now() - interval '4 years'),
      ('00000000-0000-4000-8000-000000000002', 'was-just-now', 'assistant', now() - interval '4 years'),
      ('00000000-0000-4000-8000-000000000002', 'was-just-now', null, now())`.execute(server.db)
    await expect(
      sql`delete from staff_history where email = 'was-just-now'`.execute(server.db),
    ).rejects.toThrow('Who worked here stays as it is')
    expect(await forget()).toEqual({ ...nothing, staff: 2 })
    expect((await history()).map(({ email }) => email)).toEqual(['was-just-now', 'was-just-now'])
  })

  test('an account that once worked here and left nothing is no person of the desk, however long ago that was', async () => {
    const { data } = await server.admin.auth.admin.createUser({
      email: 'was-staff@example.kz',
      email_confirm: true,
    })
    const userId = data.user?.id ?? ''
    await server.db.updateTable('auth.users').set({ last_sign_in_at: now }).where('id', '=', userId).execute()
    await sql`insert into staff_history (user_id, email, role, since) values
      (${userId}, 'was-staff@example.kz', 'assistant', now() - interval '5 years'),
      (${userId}, 'was-staff@example.kz', null, now() - interval '4 years')`.execute(server.db)
    const place = () =>
      sql<{ person: string | null }>`select place_desk_account(${userId}) as person`.execute(server.db)
    expect((await place()).rows).toEqual([{ person: null }])
    expect(await forget()).toEqual({ ...nothing, staff: 1 })
    expect((await place()).rows).toEqual([{ person: null }])
  })

  test('more than a batch is forgotten in one run, also by two processes, and the log holds counts alone', async () => {
    await sql`insert into quiz_leads (name, email, phone, created_at)
      select 'Айгерим', 'a@example.kz', '+77010000001', ${old} from generate_series(1, 450)`.execute(
      server.db,
    )
    const runs = await Promise.all([forget(), forget()])
    expect(runs.reduce((sum, { leads }) => sum + leads, 0)).toBe(450)
    expect(await countOf('quiz_leads')).toBe(0)
    expect(JSON.stringify(logged)).not.toMatch(/Айгерим|example|7701/)
  })
})
