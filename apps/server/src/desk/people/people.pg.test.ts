import { randomUUID } from 'node:crypto'
import { consentVersions } from '@app/content/ru/legal/consent'
import { foldLetters } from '@app/domain/letters'
import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleInbound } from '../../messages/reports/handle-inbound.ts'
import { listConsultations } from '../money/consultations.ts'
import { readToday } from '../today-queries.ts'
import { listPeople, type PeopleSearch } from './people-query.ts'
import { applyDeskChanges, refreshDesk } from './refresh-desk.ts'

let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

let count = 0
const freshPhone = () => `+7702${String(1_000_000 + count++)}`

async function look(filter: PeopleSearch = {}, seesAnswers = true) {
  await refreshDesk(server.db)
  const { people } = await listPeople(server.db, filter, { now: new Date(), limit: 50, seesAnswers })
  return people
}
const leave = (contact: { name: string; email: string; phone: string }, token?: string) =>
  server.saveLead(buildAttempt({ contact }), token)

describe('a person is', () => {
  test('who left the same e-mail and the same phone, however they were spelled', async () => {
    const email = freshEmail(aigerim)
    const phone = freshPhone()
    await leave({ name: 'Айгерим', email, phone })
    await leave({ name: 'Айгерим С.', email: email.toUpperCase(), phone: phone.replace('+7', '8 ') })
    expect(await look({ search: email })).toMatchObject([
      { name: 'Айгерим С.', email, phone: phone.slice(1), hasAccount: false, status: 'new' },
    ])
  })

  test('somebody else with another phone under the same e-mail, and with another e-mail under the same phone', async () => {
    const email = freshEmail(aigerim)
    const phone = freshPhone()
    await leave({ name: 'Айгерим', email, phone })
    await leave({ name: 'Мошенник', email, phone: freshPhone() })
    await leave({ name: 'Сосед', email: freshEmail(timur), phone })
    expect((await look({ search: email })).map(({ name }) => name).sort()).toEqual(['Айгерим', 'Мошенник'])
    expect((await look({ search: phone })).map(({ name }) => name).sort()).toEqual(['Айгерим', 'Сосед'])
  })

  test('an account with what it owns, and nothing that a stranger left under its e-mail', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    await leave({ name: 'Айгерим', email, phone: freshPhone() }, token)
    await leave({ name: 'Чужая', email, phone: freshPhone() })
    const people = await look({ search: email })
    expect(people).toHaveLength(2)
    expect(people.find(({ hasAccount }) => hasAccount)).toMatchObject({ name: 'Айгерим' })
    expect(people.find(({ hasAccount }) => !hasAccount)).toMatchObject({ name: 'Чужая' })
  })

  test('the account once its owner says whose the lead is, with what was noted about them', async () => {
    const email = freshEmail(aigerim)
    await leave({ name: 'Айгерим', email, phone: freshPhone() })
    const [typed] = await look({ search: email })
    await server.db
      .insertInto('desk_notes')
      .values({
        person_id: typed?.id ?? '',
        text: 'Просила звонить вечером',
        about_health: false,
        author: null,
      })
      .execute()
    await server.db
      .updateTable('desk_people')
      .set({ tags: ['вечер'] })
      .where('id', '=', typed?.id ?? '')
      .execute()
    const { data } = await server.admin.auth.admin.generateLink({ type: 'magiclink', email })
    await server.admin.auth.admin.updateUserById(data.user?.id ?? '', { email_confirm: true })
    await server.db.updateTable('quiz_leads').set({ ownership: 'own' }).where('email', '=', email).execute()
    const people = await look({ search: email })
    expect(people).toMatchObject([{ hasAccount: true, tags: ['вечер'], name: 'Айгерим' }])
    const notes = await server.db
      .selectFrom('desk_notes')
      .select('text')
      .where('person_id', '=', people[0]?.id ?? '')
      .execute()
    expect(notes).toHaveLength(1)
  })

  test('found by where they first came from, also when they come again and once that visit is forgotten', async () => {
    const contact = { name: 'Айгерим', email: freshEmail(aigerim), phone: freshPhone() }
    const first = buildAttempt({ contact })
    await sql`
      insert into visits (id, attempt_id, began_at, seen_at, texts, utm_source, step, finished)
      values (gen_random_uuid(), ${first.attemptId}, now(), now(), 'x', 'instagram', 25, true)`.execute(
      server.db,
    )
    await server.saveLead(first)
    await look()
    await leave(contact)
    const source = async () => (await look({ search: contact.email }))[0]?.source
    expect(await source()).toBe('instagram')
    await sql`delete from visits where attempt_id = ${first.attemptId}`.execute(server.db)
    await leave(contact)
    expect(await source()).toBe('instagram')
  })

  test('not found by what was told of after they came', async () => {
    const contact = { name: 'Айгерим', email: freshEmail(aigerim), phone: freshPhone() }
    const attempt = buildAttempt({ contact })
    await server.saveLead(attempt)
    await sql`
      insert into visits (id, attempt_id, began_at, seen_at, texts, utm_source, step, finished)
      values (gen_random_uuid(), ${attempt.attemptId}, now() + interval '1 hour', now(), 'x', 'forged', 25, true)`.execute(
      server.db,
    )
    expect(await look({ search: contact.email })).toMatchObject([{ source: null }])
  })

  test('a number that wrote to us and that nobody left', async () => {
    await server.db
      .insertInto('message_contacts')
      .values({ phone: '77079998877', last_inbound_at: new Date() })
      .execute()
    expect(await look({ search: '8 707 999 88 77' })).toMatchObject([{ name: null, phone: '77079998877' }])
  })
})

async function buy(
  email: string,
  phone: string,
  productType: 'subscription' | 'consultation',
  token?: string,
) {
  const shop = shopAt(server.app)
  const order = await shop.placeOrder(buildIntent({ productType, email, phone, again: true }), token)
  await shop.notify(
    buildNotice({ InvId: order.invId, OutSum: `${order.chargeTiyn / 100}.000000`, Shp_product: productType }),
  )
  return order
}

describe('a list tells', () => {
  test('who paid, how far the program is, and finds them by it', async () => {
    const email = freshEmail(timur)
    const phone = freshPhone()
    await leave({ name: 'Тимур', email, phone })
    await buy(email, phone, 'subscription')
    const [person] = await look({ search: email, bought: 'subscription' })
    expect(person).toMatchObject({
      name: 'Тимур',
      status: 'client',
      bought: ['subscription'],
      paidTiyn: 500_000,
      program: { state: 'active', day: 0, stands: false },
    })
    expect(await look({ search: email, bought: 'nothing' })).toEqual([])
    await sql`update subscriptions set created_at = now() - interval '3 days'`.execute(server.db)
    await sql`update messages set sent_at = now() - interval '3 days' where kind = 'daily'`.execute(server.db)
    expect((await look({ view: 'stands', search: email })).map(({ id }) => id)).toEqual([person?.id])
  })

  test('who agreed and did not buy, and nobody who did not agree', async () => {
    const email = freshEmail(timur)
    const contact = { name: 'Тимур', email, phone: freshPhone() }
    await leave(contact)
    expect(await look({ view: 'agreed', search: email })).toEqual([])
    await server.saveLead(
      buildAttempt({
        contact,
        consent: { health: consentVersions.health, marketing: consentVersions.marketing },
      }),
    )
    expect(await look({ view: 'agreed', search: email })).toMatchObject([{ name: 'Тимур', bought: [] }])
    await buy(email, contact.phone, 'consultation')
    expect(await look({ view: 'agreed', search: email })).toEqual([])
    expect(await look({ view: 'arrange', search: email })).toHaveLength(1)
  })

  test('who waits for an answer, the longest waiting first, until they have one', async () => {
    const wrote = async (phone: string, minutesAgo: number) => {
      const at = new Date(Date.now() - minutesAgo * 60_000)
      const { id } = await server.db
        .insertInto('message_contacts')
        .values({ phone, last_inbound_at: at })
        .onConflict((conflict) => conflict.column('phone').doUpdateSet({ last_inbound_at: at }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await server.db
        .insertInto('inbound_messages')
        .values({
          contact_id: id,
          provider_message_id: `${phone} ${minutesAgo}`,
          type: 'text',
          text: 'Здравствуйте!',
          written_at: at,
        })
        .execute()
    }
    await wrote('77070000011', 5)
    await wrote('77070000012', 90)
    // Who writes again has not begun to wait only now.
    await wrote('77070000012', 1)
    const waiting = (await look({ view: 'waiting' })).map(({ phone }) => phone)
    expect(waiting).toEqual(['77070000012', '77070000011'])
  })

  test('who still waits once the product has answered by itself, and nobody who only asked for silence', async () => {
    const now = new Date()
    const hear = (phone: string, text: string, minutesAgo: number) => {
      const at = new Date(now.getTime() - minutesAgo * 60_000).toISOString()
      const from = { kind: 'inbound' as const, originalId: null, waId: phone, whatsappUserId: null }
      return server.db
        .transaction()
        .execute((trx) =>
          handleInbound(trx, { ...from, providerMessageId: randomUUID(), type: 'text', text, at }, now),
        )
    }
    await hear('77070000021', 'СТОП', 30)
    await hear('77070000021', 'Мне плохо, что делать?', 20)
    await hear('77070000021', 'СТАРТ', 10)
    await hear('77070000022', 'СТОП', 30)
    const people = await look({ search: '7707000002' })
    expect(people.map(({ phone, waitsSince }) => ({ phone, waitsSince }))).toEqual([
      { phone: '77070000021', waitsSince: new Date(now.getTime() - 20 * 60_000).toISOString() },
      { phone: '77070000022', waitsSince: null },
    ])
  })

  test('whose consultation waits for its time, the one paid for first before all, whatever was bought since', async () => {
    const bought = async (daysAgo: number) => {
      const [email, phone] = [freshEmail(timur), freshPhone()]
      const order = await buy(email, phone, 'consultation')
      const at = new Date(Date.now() - daysAgo * 86_400_000)
      await sql`update orders set paid_at = ${at}, state = state where id = ${order.orderId}`.execute(
        server.db,
      )
      return { email, phone, arrangeSince: at.toISOString() }
    }
    const [later, first] = [await bought(2), await bought(12)]
    await buy(first.email, first.phone, 'subscription')
    const waiting = (await look({ view: 'arrange' })).filter(
      ({ email }) => email === first.email || email === later.email,
    )
    expect(waiting.map(({ email, arrangeSince }) => ({ email, arrangeSince }))).toMatchObject(
      [first, later].map(({ email, arrangeSince }) => ({ email, arrangeSince })),
    )
    const { arrange } = await readToday(server.db, {
      ...{ role: 'owner', now: new Date(), isPersonMissing: false },
    })
    expect(arrange?.rows[0]).toMatchObject({ paidAt: first.arrangeSince })
  })

  test("nobody as a client for an order of the provider's test mode, which moves no money", async () => {
    const [email, phone] = [freshEmail(timur), freshPhone()]
    await leave({ name: 'Тимур', email, phone })
    const { orderId } = await buy(email, phone, 'consultation')
    await sql`update orders set test = true, state = state where id = ${orderId}`.execute(server.db)
    const [person] = await look({ search: email })
    expect(person).toMatchObject({ status: 'new', bought: [], paidTiyn: 0, dueTiyn: 0, arrangeSince: null })
    expect(await look({ search: email, bought: 'nothing' })).toHaveLength(1)
    expect((await listConsultations(server.db)).filter((each) => each.orderId === orderId)).toEqual([])
  })

  test('a program that stands also once its owner bought another', async () => {
    const email = freshEmail(timur)
    const phone = freshPhone()
    const { orderId } = await buy(email, phone, 'subscription')
    await sql`
      update subscriptions set created_at = now() - interval '3 days', current_day = 3 where order_id = ${orderId}`.execute(
      server.db,
    )
    await buy(email, phone, 'subscription')
    expect(await look({ view: 'stands', search: email })).toMatchObject([
      { program: { state: 'active', day: 3, stands: true } },
    ])
  })

  describe('who may be offered something:', () => {
    const marketing = consentVersions.marketing
    const agree = (contact: { email: string; phone: string }, token?: string) =>
      server.saveLead(
        buildAttempt({
          contact: { name: 'Тимур', ...contact },
          consent: { health: consentVersions.health, marketing },
        }),
        token,
      )
    const offered = async ({ email }: { email: string }) =>
      (await look({ view: 'agreed', search: email })).length
    const fresh = () => ({ email: freshEmail(timur), phone: freshPhone() })

    test('nobody whose e-mail or number is theirs who took the consent back', async () => {
      const contact = fresh()
      const sameNumber = { ...fresh(), phone: contact.phone }
      const { token } = await server.signIn(contact.email)
      await agree(contact, token)
      await agree(contact)
      await agree(sameNumber)
      expect([await offered(contact), await offered(sameNumber)]).toEqual([2, 1])
      const change = { kind: 'marketing', version: marketing, act: 'withdrawn' }
      const headers = { authorization: `Bearer ${token}` }
      await server.app.inject({ method: 'POST', url: '/api/consents', payload: change, headers })
      expect([await offered(contact), await offered(sameNumber)]).toEqual([0, 0])
    })

    test('nobody by the e-mail of an account that never agreed', async () => {
      const contact = fresh()
      const { token } = await server.signIn(contact.email)
      await agree(contact)
      expect(await offered(contact)).toBe(0)
      await agree(contact, token)
      expect(await offered(contact)).toBe(2)
    })

    test('nobody who asked for silence, from whatever row their number is', async () => {
      const contact = fresh()
      const phone = contact.phone.slice(1)
      await server.db.insertInto('message_contacts').values({ phone, last_inbound_at: new Date() }).execute()
      await look()
      await agree(contact)
      expect(await offered(contact)).toBe(1)
      await sql`update message_contacts set opted_out_at = now() where phone = ${phone}`.execute(server.db)
      expect(await offered(contact)).toBe(0)
    })

    test('nobody who was given money back', async () => {
      const contact = fresh()
      await agree(contact)
      const { orderId } = await buy(contact.email, contact.phone, 'consultation')
      await sql`update orders set state = 'refunded' where id = ${orderId}`.execute(server.db)
      expect(await look({ search: contact.email })).toMatchObject([{ bought: [] }])
      expect(await offered(contact)).toBe(0)
    })
  })

  test('no category to whoever may not see what follows from answers', async () => {
    const email = freshEmail(aigerim)
    await leave({ name: 'Айгерим', email, phone: freshPhone() })
    expect(await look({ search: email })).toMatchObject([{ category: 'A2' }])
    expect(await look({ search: email }, false)).toMatchObject([{ category: null }])
  })

  test('every page once, in order, and takes no other place for one', async () => {
    const options = { now: new Date(), limit: 2, seesAnswers: false }
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await listPeople(server.db, {}, { ...options, after })
      seen.push(...page.people.map(({ id }) => id))
      if (!page.next) break
      after = page.next
    }
    const all = await listPeople(server.db, {}, { ...options, limit: 500 })
    expect(seen).toEqual(all.people.map(({ id }) => id))
    for (const after of ['', 'x', Buffer.from('["1; drop", "x"]').toString('base64url')]) {
      await expect(listPeople(server.db, {}, { ...options, after })).rejects.toThrow(RangeError)
    }
  })

  test('fold_letters folds as the domain does', async () => {
    const names = [
      ...['Әсел', 'АСЕЛ', 'Қуаныш', 'Ғалия Ұлан', 'Жүлдыз', 'Өмір-Аңсар', 'Гүлһан', 'Семён', 'О’Коннор'],
      ...["Д'Арк", 'Айкумiс', 'Iлияс', 'Ivan', 'Ли', 'и\u0306од', 'Ё\u0301', 'Straße', '🌅', ''],
      ...['İlyas', 'I\u0307lyas', 'ilyas', 'ΣΑΣ', 'σας', 'ΣΣ'],
    ]
    const { rows } = await sql<{ folded: string }>`
      select fold_letters(name) as folded from unnest(${names}::text[]) with ordinality as names (name, at) order by at`.execute(
      server.db,
    )
    expect(rows.map(({ folded }) => folded)).toEqual(names.map(foldLetters))
  })

  test.each([
    ['Әсел', '+77077770001', ['Асел', 'асел', 'ӘСЕЛ', '0770001', '777000', '8707777', '+7 (707) 777']],
    ['Куаныш', '+77077770002', ['Қуаныш', 'Қуан', 'куаныш 77770002', '770002', '0002']],
    [
      'Семён О’Коннор',
      '+4915123456789',
      ['семен оконнор', "О'Коннор", '0151 234567', '15123456789', '234567'],
    ],
    ['İlyas', '+77077770004', ['İlyas', 'ilyas', 'ILYAS']],
    ['ΣΑΣ', '+77077770005', ['ΣΑΣ', 'σας']],
  ])('%s, %s is found by %j', async (name, phone, typed) => {
    const email = freshEmail(aigerim)
    await leave({ name, email, phone })
    for (const search of typed) {
      expect(
        (await look({ search })).map((person) => person.name),
        search,
      ).toContain(name)
    }
    // Fewer digits in the midst of a number find nobody.
    const found = await look({ search: phone.slice(6, 10) })
    expect(found.map((person) => person.email)).not.toContain(email)
  })

  test.each(["'", "а' | 'б", '\\', '& | !', ':*', '%', 'a'.repeat(200)])(
    'nothing amiss for «%s»',
    async (search) => {
      expect(await look({ search })).toEqual(expect.any(Array))
    },
  )
})

describe('what has changed', () => {
  test('is read a few people at a time, and of each all at once', async () => {
    await look()
    for (let people = 0; people < 3; people++) {
      await leave({ name: 'Айгерим', email: freshEmail(aigerim), phone: freshPhone() })
    }
    await sql`insert into desk_changes (kind, ref) select kind, ref from desk_changes, generate_series(1, 9)`.execute(
      server.db,
    )
    const left = async () => {
      const { rows } = await sql<{ refs: number; changes: number }>`
        select count(distinct ref)::int as refs, count(*)::int as changes from desk_changes`.execute(
        server.db,
      )
      return rows[0] ?? { refs: 0, changes: 0 }
    }
    const before = await left()
    const { rows } = await sql<{ count: number }>`select take_desk_changes(1) as count`.execute(server.db)
    const after = await left()
    expect(rows[0]?.count).toBe(before.changes - after.changes)
    expect(before.changes - after.changes).toBeGreaterThanOrEqual(10)
    expect(before.refs - after.refs).toBe(1)
  })

  test('is read of whoever says of themselves what no index takes', async () => {
    const email = freshEmail(aigerim)
    const { userId } = await server.signIn(email)
    const say = (user_metadata: object) => server.admin.auth.admin.updateUserById(userId, { user_metadata })
    const name = `Айгерим ${'х'.repeat(3000)}`
    await say({ name, phone: '7'.repeat(5000) })
    // No contact has so long a name either.
    expect(await look({ search: email })).toMatchObject([{ name: null, phone: null }])
    await say({ name: ' Айгерим\nОплачено:\u202e 0\u200b ', phone: 'javascript:alert(1)' })
    expect(await look({ search: email })).toMatchObject([{ name: 'Айгерим Оплачено: 0', phone: null }])
    await say({ name: '\u200b\n\u3164' })
    expect(await look({ search: email })).toMatchObject([{ name: null }])
  })

  test('is read of everybody else when somebody cannot be read, and the job says so', async () => {
    await refreshDesk(server.db)
    await sql`
      create function refuse_poison() returns trigger language plpgsql as
      $$ begin raise exception 'poison' using errcode = '22000'; end $$`.execute(server.db)
    await sql`
      create trigger refuse_poison before update on desk_people
      for each row when (new.name = 'Яд') execute function refuse_poison()`.execute(server.db)
    await leave({ name: 'Яд', email: freshEmail(timur), phone: freshPhone() })
    const email = freshEmail(aigerim)
    await leave({ name: 'Айгерим', email, phone: freshPhone() })
    expect(await look({ search: email })).toHaveLength(1)
    await expect(applyDeskChanges(server.db, 100)).rejects.toMatchObject({ code: '22000' })
    await sql`drop function refuse_poison cascade`.execute(server.db)
    await applyDeskChanges(server.db, 100)
    expect(await look({ search: 'Яд' })).toHaveLength(1)
  })

  test('beyond what a look has time for is left to the job', async () => {
    await refreshDesk(server.db)
    await sql`insert into desk_changes (kind, ref) select 'lead', gen_random_uuid() from generate_series(1, 60)`.execute(
      server.db,
    )
    await applyDeskChanges(server.db, 500, 0)
    expect(await sql`select from desk_changes`.execute(server.db)).toHaveProperty('rows.length', 50)
    await refreshDesk(server.db)
  })

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'waits for whoever holds a person half a second, and is read the next time',
    async () => {
      const email = freshEmail(aigerim)
      await leave({ name: 'Айгерим', email, phone: freshPhone() })
      const [person] = await look({ search: email })
      await server.db.transaction().execute(async (trx) => {
        await sql`select from desk_people where id = ${person?.id} for update`.execute(trx)
        await sql`update quiz_leads set name = 'Асель' where email = ${email}`.execute(server.db)
        await applyDeskChanges(server.db, 100)
        expect(await sql`select from desk_changes`.execute(server.db)).toHaveProperty('rows.length', 1)
      })
      expect(await look({ search: email })).toMatchObject([{ name: 'Асель' }])
    },
  )
})

test('a deleted account leaves nobody at the desk', async () => {
  const email = freshEmail(aigerim)
  const phone = freshPhone()
  const { userId, token } = await server.signIn(email)
  await leave({ name: 'Айгерим', email, phone }, token)
  await leave({ name: 'Айгерим', email, phone })
  await buy(email, phone, 'consultation', token)
  expect(await look({ search: email })).toHaveLength(2)
  await server.admin.rpc('delete_account', { account_id: userId })
  const left = await server.db
    .selectFrom('desk_people')
    .select('id')
    .where(({ eb, or }) => or([eb('email', '=', email), eb('phone', '=', phone.slice(1))]))
    .execute()
  expect(left).toEqual([])
})
