import { type Kysely, sql } from 'kysely'

const names = [
  'Асель',
  'Бауыржан',
  'Гульнара',
  'Динара',
  'Ерлан',
  'Зарина',
  'Камила',
  'Марат',
  'Наталья',
  'Светлана',
]
const sources = ['instagram', 'google', 'whatsapp', null]

/** A month of a small practice, invented and alike each time: visits, and among those who finished some who bought. */
export async function seedPractice<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`select setseed(0.4)`.execute(db)
  await sql`
    insert into visits (id, attempt_id, began_at, seen_at, texts, language, utm_source, step, finished, seconds)
    select gen_random_uuid(), gen_random_uuid(), at, at + interval '4 minutes', '6c1f0a2b', (array['ru', 'ru', 'ru', 'kk'])[1 + n % 4],
      (${sources}::text[])[1 + n % 4], step, step = 24,
      array(select (3 + 9 * random() + case when turn in (4, 6, 11) then 9 else 0 end)::int from generate_series(1, step) as turn)
    from (
      select n, now() - random() * interval '27 days' as at,
        case when random() < 0.55 then 24 else 1 + floor(23 * power(random(), 1.7))::int end as step
      from generate_series(1, 640) as n) as visited`.execute(db)
  await sql`
    insert into quiz_leads (created_at, name, email, phone, quiz_answers, category, attempt_id, city)
    select began_at, (${names}::text[])[1 + n % 10], 'guest' || n || '@example.kz', '+7702' || lpad((n * 7919)::text, 7, '0'),
      '{"gender":"female"}', (array['AA1', 'AA2', 'BB1', 'BB2', 'CC1', 'CC2'])[1 + n % 6], attempt_id, (array['Алматы', 'Астана', 'Шымкент'])[1 + n % 3]
    from (select row_number() over (order by began_at)::int as n, began_at, attempt_id from visits where finished and step = 24)
      as finished where n % 3 > 0`.execute(db)
  await sql`
    insert into consents (lead_id, kind, version, text_sha256, accepted_at)
    select id, kind, '1', repeat('a', 64), created_at from quiz_leads, unnest(array['health', 'marketing']) as kind
    where email like 'guest%' and (kind = 'health' or length(email) % 2 = 0)`.execute(db)
  await sql`
    with contact as (
      insert into message_contacts (phone) select substr(phone, 2) from quiz_leads where email like 'guest%' and length(email) % 3 > 0
      returning id, phone)
    insert into messages (kind, contact_id, subcategory, created_at, deadline, status, send_state, sent_at)
    select 'checklist', contact.id, 'A1', created_at + interval '5 minutes', created_at + interval '1 day', 'delivered', 'done', created_at + interval '6 minutes'
    from contact join quiz_leads on quiz_leads.phone = '+' || contact.phone`.execute(db)
  await sql`
    insert into orders (product, price_tiyn, charge_tiyn, state, email, name, phone, lead_id, created_at, paid_at)
    select product, price, price, 'paid', email, name, phone, id, created_at + interval '1 hour', created_at + interval '65 minutes'
    from (
      select *, case when n % 3 = 0 then 'consultation' else 'subscription' end as product, case when n % 3 = 0 then 5000000 else 500000 end as price
      from (select *, row_number() over (order by created_at)::int as n from quiz_leads where email like 'guest%') as numbered where n % 5 = 0) as bought`.execute(
    db,
  )
  // Whoever came weeks ago has had a time and was here.
  await sql`
    insert into consultations (order_id, state, starts_at)
    select id, case when paid_at > now() - interval '4 days' then 'arranged' else 'held' end,
      case when paid_at > now() - interval '4 days' then date_trunc('day', now()) + interval '29 hours' else paid_at + interval '2 days' end
    from orders where product = 'consultation' and email like 'guest%'`.execute(db)
}
