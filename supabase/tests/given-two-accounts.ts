import { join } from 'node:path'
import { serviceClient, signedInClient } from '@app/platform/testing/clients'
import { givenPlatform, type TestPlatform } from '@app/testing/database/given-platform'
import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** Dana, whose account is deleted, and Bota, whose account is not, with all that an account leaves behind. */
export function givenTwoAccounts() {
  const functionsDir = join(import.meta.dirname, '../functions')
  let platform: TestPlatform
  let service: SupabaseClient

  beforeAll(async () => {
    platform = await givenPlatform({ functionsDir })
    service = serviceClient(platform)
    const { error } = await service.storage.createBucket('photos')
    if (error) throw error
  })

  afterAll(() => platform.close())
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
      'trapped_leads',
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
    await sql`insert into trapped_leads (attempt_id, attempt, result_token)
      values (gen_random_uuid(), ${JSON.stringify({ contact: { name, email, phone } })}::jsonb, ${`token.${phone}`})`.execute(
      db,
    )
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

  return {
    get platform() {
      return platform
    },
    get service() {
      return service
    },
    get dana() {
      return dana
    },
    get bota() {
      return bota
    },
    everything,
  }
}
