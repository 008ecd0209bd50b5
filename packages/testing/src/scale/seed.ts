import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** People of the lowest numbers are older than three years, those of the highest have a program under way: so many at any size. */
export const due = 400

/**
 * Fills a database with what so many people leave in a few years: a lead and a consent each, every second with an account,
 * every fifth with an order, every tenth with a program and its messages. The person of number n is `person<n>@example.kz`.
 * Of what is worked off in batches (programs under way, leads and accounts older than three years) there is as much at any size.
 */
export async function seedPeople<Tables>(db: Kysely<Tables>, people: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // No triggers and no foreign keys while everything comes; the setting ends with the transaction.
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    for (const statement of statements(people)) await statement.execute(trx)
  })
  for (const table of growingTables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}

/** Tables that grow with the number of people, seeded above. */
export const growingTables = [
  'auth.users',
  'auth.sessions',
  'auth.refresh_tokens',
  'public.quiz_leads',
  'public.consents',
  'public.orders',
  'public.order_intents',
  'public.payment_events',
  'public.subscriptions',
  'public.message_contacts',
  'public.messages',
  'public.message_events',
  'public.inbound_messages',
  'public.audit_events',
] as const

/** The id that the seed gives to what the person of this number has. */
export function seededId(kind: SeededKind, n: number): string {
  const digest = createHash('md5').update(`${kind}${n}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20)}`
}

type SeededKind = 'user' | 'session' | 'lead' | 'attempt' | 'order' | 'program' | 'contact'

/** The same in SQL: a digest made a UUID of version 4. */
const id = (kind: SeededKind) =>
  sql.raw(`overlay(overlay(md5('${kind}' || n) placing '4' from 13) placing '8' from 17)::uuid`)
const email = sql.raw(`'person' || n || '@example.kz'`)
const digits = sql.raw(`'7701' || lpad((n % 10000000)::text, 7, '0')`)
/** Within the last two years, and in the fourth before for the first few. */
const madeAt = sql`now() - case when n <= ${sql.lit(due)} then interval '4 years' else interval '2 years' * random() end`

function statements(people: number) {
  const of = (every: number) =>
    sql`generate_series(1, ${sql.lit(people)}::int) as n where n % ${sql.lit(every)} = 0`
  const everyone = sql`generate_series(1, ${sql.lit(people)}::int) as n`
  const program = 10
  const isActive = sql`n > ${sql.lit(people - due)}`
  return [
    sql`insert into auth.users (id, email, email_confirmed_at, created_at, updated_at, raw_app_meta_data, raw_user_meta_data)
      select ${id('user')}, ${email}, now(), ${madeAt}, now(), '{}', '{}' from ${of(2)}`,
    sql`insert into auth.sessions (id, user_id, created_at, updated_at)
      select ${id('session')}, id, created_at, created_at
      from (select n, ${id('user')} as user_id from ${of(4)}) as person join auth.users on users.id = user_id`,
    sql`insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
      select md5(random()::text), ${id('user')}::text, turn < 5, now(), now(), ${id('session')}
      from (select n from ${of(4)}) as person, generate_series(1, 5) as turn`,
    sql`insert into public.quiz_leads (id, user_id, created_at, name, email, phone, quiz_answers, category, attempt_id,
        rules_version, scores, result_token, ownership)
      select ${id('lead')}, case when n % 2 = 0 then ${id('user')} end, ${madeAt}, 'Айгерим', ${email}, '+' || ${digits},
        '{"gender":"female"}', 'AA1', ${id('attempt')}, 'r1', '{"A":1,"B":0,"C":0}', md5('token' || n),
        case when n % 2 = 0 then 'own' else 'anonymous' end
      from ${everyone}`,
    sql`insert into public.consents (lead_id, user_id, kind, version, text_sha256, accepted_at)
      select id, user_id, 'health', '1', repeat('a', 64), created_at from public.quiz_leads`,
    sql`insert into public.consents (kind, version, text_sha256, accepted_at)
      select 'health', '1', repeat('a', 64), now() - interval '4 years' from generate_series(1, ${sql.lit(due)})`,
    sql`insert into public.orders (id, product, price_tiyn, charge_tiyn, state, paid_at, user_id, lead_id, email, name, phone,
        category, subcategory, created_at)
      select ${id('order')}, case when n % 10 = 0 then 'subscription' else 'consultation' end, 500000, 500000,
        case when n % 10 = 0 then 'paid' when n % 3 = 0 then 'created' else 'expired' end,
        case when n % 10 = 0 then created_at end, user_id, id, email, name, phone, 'A', 'A1', created_at
      from (select n, ${id('lead')} as lead_id from ${of(5)}) as person join public.quiz_leads on quiz_leads.id = lead_id`,
    sql`insert into public.order_intents (intent_id, order_id, secret_sha256)
      select 'pi_' || n, ${id('order')}, repeat('b', 64) from ${of(5)}`,
    sql`insert into public.payment_events (provider, operation, inv_id, order_id, verdict, authentic, method, body, body_sha256)
      select 'robokassa', 'result', inv_id, id, 'accepted', true, 'POST', 'OutSum=5000&EMail=' || email, md5(id::text)
      from public.orders where state = 'paid'`,
    sql`insert into public.subscriptions (id, order_id, current_day, state, started_on, created_at)
      select ${id('program')}, ${id('order')}, case when ${isActive} then 1 else 5 end,
        case when ${isActive} then 'active' else 'finished' end, current_date - 2, now() - interval '2 days'
      from ${of(program)}`,
    sql`insert into public.message_contacts (id, phone, created_at, last_inbound_at)
      select ${id('contact')}, ${digits}, now(), now() from ${of(program)}`,
    sql`insert into public.messages (kind, contact_id, user_id, subscription_id, round, day, created_at, deadline, status,
        sent_at, send_state, provider_message_id)
      select 'daily', ${id('contact')}, ${id('user')}, ${id('program')}, 1, day, now(),
        now(), 'read', now(), 'done', 'wamid.' || n || '.' || day
      from (select n from ${of(program)}) as person, generate_series(1, 5) as day where day = 1 or not ${isActive}`,
    sql`insert into public.messages (kind, contact_id, created_at, deadline, status, send_state)
      select 'checklist', ${id('contact')}, now() - interval '4 years', now(), 'sent', 'done'
      from (select 10 + 10 * (turn % 50) as n from generate_series(1, ${sql.lit(due)}) as turn) as person`,
    sql`insert into public.message_events (provider, event_key, payload, handled_at)
      select 'whatsapp', 'status:' || provider_message_id || ':read', jsonb_build_object('kind', 'status', 'providerMessageId',
        provider_message_id, 'status', 'read', 'waId', phone), now()
      from public.messages join public.message_contacts on message_contacts.id = contact_id where kind = 'daily'`,
    sql`insert into public.inbound_messages (contact_id, provider_message_id, type, text, written_at)
      select id, 'in.' || id, 'text', 'Спасибо', now() from public.message_contacts`,
    sql`insert into public.audit_events (at, action, actor, actor_role, subject, source)
      select created_at, 'signed_in', id, 'user', id, 'accounts' from auth.users`,
  ]
}
