import { randomUUID } from 'node:crypto'
import { restartedText, stoppedText } from '@app/content/ru/whatsapp'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import { givenChecklist, minute } from '@app/testing/messages/given-messages'
import { inboundPayload, signWebhook, statusPayload } from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { givenReports, phone } from './given-reports.ts'

const queue = givenReports()
const { contacts, givenSent } = queue

describe('what a person writes', () => {
  test('is kept once, with Cyrillic letters, and opens the window', async () => {
    const payload = inboundPayload({
      id: 'wamid.in',
      from: phone,
      text: 'Спасибо за лист ёжик 🌅',
      at: queue.given.clock.now(),
    })
    await queue.given.report(JSON.parse(signWebhook(payload).body.toString()) as object)
    await queue.given.report(payload)

    expect(await queue.given.db.selectFrom('inbound_messages').select(['type', 'text']).execute()).toEqual([
      { type: 'text', text: 'Спасибо за лист ёжик 🌅' },
    ])
    expect(await contacts()).toMatchObject([
      { phone, last_inbound_at: queue.given.clock.now(), opted_out_at: null },
    ])
    const [event] = await queue.given.db.selectFrom('message_events').selectAll().execute()
    expect(JSON.stringify(event?.payload)).not.toContain('Спасибо')
  })

  test('an older message that comes late does not close the window again', async () => {
    await queue.given.report(
      inboundPayload({ id: 'wamid.2', from: phone, text: 'два', at: queue.given.clock.now() }),
    )
    await queue.given.report(
      inboundPayload({
        id: 'wamid.1',
        from: phone,
        text: 'раз',
        at: new Date(queue.given.clock.now().getTime() - 600 * minute),
      }),
    )
    expect(await contacts()).toMatchObject([{ last_inbound_at: queue.given.clock.now() }])
  })

  test('СТОП ends the messages with one confirmation, and СТАРТ brings them back', async () => {
    await queue.given.report(
      inboundPayload({ id: 'wamid.1', from: phone, text: ' Стоп! ', at: queue.given.clock.now() }),
    )
    await queue.given.report(
      inboundPayload({ id: 'wamid.2', from: phone, text: 'stop', at: queue.given.clock.now() }),
    )
    await queue.given.drain()
    expect(queue.given.graph.accepted.map(({ body }) => body.text)).toEqual([
      { body: stoppedText, preview_url: false },
    ])

    const refused = await givenChecklist(queue.given, phone)
    await queue.given.drain()
    expect(await queue.given.message(refused)).toMatchObject({ status: 'failed', failure: 'opted_out' })

    await queue.given.report(
      inboundPayload({ id: 'wamid.3', from: phone, text: 'СТАРТ', at: queue.given.clock.now() }),
    )
    await queue.given.drain()
    expect(queue.given.graph.accepted.map(({ body }) => body.text)).toEqual([
      { body: stoppedText, preview_url: false },
      { body: restartedText, preview_url: false },
    ])
    const sent = await givenChecklist(queue.given, phone)
    await queue.given.drain()
    expect(await queue.given.message(sent)).toMatchObject({ status: 'sent' })
  })

  test('a saying with a polite word stops them too, and a doubtful one is left to a reader', async () => {
    await queue.given.report(
      inboundPayload({ id: 'wamid.1', from: phone, text: 'Не пишите с утра', at: queue.given.clock.now() }),
    )
    expect(await contacts()).toMatchObject([{ opted_out_at: null }])
    await queue.given.report(
      inboundPayload({ id: 'wamid.2', from: phone, text: 'Стоп, пожалуйста', at: queue.given.clock.now() }),
    )
    expect(await contacts()).toMatchObject([{ opted_out_at: queue.given.clock.now() }])
    const kept = queue.given.db
      .selectFrom('inbound_messages')
      .select('command')
      .orderBy('provider_message_id')
    expect(await kept.execute()).toEqual([{ command: null }, { command: 'stop' }])
  })

  test('of two requests the later one counts, however they arrive', async () => {
    const at = (seconds: number) => new Date(queue.given.clock.now().getTime() - seconds * 1000)
    await queue.given.report(inboundPayload({ id: 'wamid.2', from: phone, text: 'СТОП', at: at(10) }))
    await queue.given.report(inboundPayload({ id: 'wamid.1', from: phone, text: 'СТАРТ', at: at(20) }))
    expect((await contacts())[0]?.opted_out_at).not.toBeNull()
  })

  test('an opt-out that arrives days late is obeyed and not answered', async () => {
    const written = queue.given.clock.now()
    queue.given.clock.add(3 * 24 * 60 * minute)
    await queue.given.report(inboundPayload({ id: 'wamid.1', from: phone, text: 'СТОП', at: written }))
    await queue.given.drain()
    expect(await contacts()).toMatchObject([{ opted_out_at: queue.given.clock.now() }])
    expect(queue.given.graph.requests()).toBe(0)
  })

  test('someone who hides their phone is known by WhatsApp’s id and answered there', async () => {
    await queue.given.report(
      inboundPayload({ id: 'wamid.1', userId: 'KZ.77', text: 'СТОП', at: queue.given.clock.now() }),
    )
    await queue.given.drain()
    expect(await contacts()).toMatchObject([{ phone: null, whatsapp_user_id: 'KZ.77' }])
    expect(queue.given.graph.accepted[0]?.body).toMatchObject({ recipient: 'KZ.77' })
    expect(queue.given.graph.accepted[0]?.body).not.toHaveProperty('to')
  })

  describe('their СТОП, said while the phone was hidden,', () => {
    const stop = () =>
      queue.given.report(
        inboundPayload({ id: 'wamid.stop', userId: 'KZ.77', text: 'СТОП', at: queue.given.clock.now() }),
      )
    const isLeftAlone = async () => {
      expect(await contacts()).toMatchObject([
        {
          phone,
          whatsapp_user_id: 'KZ.77',
          opted_out_at: expect.any(Date),
          last_inbound_at: expect.any(Date),
        },
      ])
      const refused = await givenChecklist(queue.given, phone)
      await queue.given.drain()
      expect(await queue.given.message(refused)).toMatchObject({ status: 'failed', failure: 'opted_out' })
    }

    test('holds for the number that a report ties to it', async () => {
      const { id, wamid } = await givenSent()
      await stop()
      await queue.given.report(statusPayload({ id: wamid, status: 'read', ourId: id, userId: 'KZ.77' }))
      await isLeftAlone()
      expect(await queue.given.db.selectFrom('inbound_messages').selectAll().execute()).toHaveLength(1)
    })

    test('holds for the number they show when they write again', async () => {
      await givenSent()
      await stop()
      await queue.given.report(
        inboundPayload({
          id: 'wamid.2',
          from: phone,
          userId: 'KZ.77',
          text: 'Вы тут?',
          at: queue.given.clock.now(),
        }),
      )
      await isLeftAlone()
    })

    test('holds for a number nobody had written to', async () => {
      await stop()
      await queue.given.report(
        inboundPayload({
          id: 'wamid.2',
          from: phone,
          userId: 'KZ.77',
          text: 'Вы тут?',
          at: queue.given.clock.now(),
        }),
      )
      await isLeftAlone()
    })

    test('gives way to a СТАРТ that the number said later', async () => {
      const { id, wamid } = await givenSent()
      await stop()
      queue.given.clock.add(minute)
      await queue.given.report(
        inboundPayload({ id: 'wamid.3', from: phone, text: 'СТОП', at: queue.given.clock.now() }),
      )
      queue.given.clock.add(minute)
      await queue.given.report(
        inboundPayload({ id: 'wamid.4', from: phone, text: 'СТАРТ', at: queue.given.clock.now() }),
      )
      await queue.given.report(statusPayload({ id: wamid, status: 'read', ourId: id, userId: 'KZ.77' }))
      expect(await contacts()).toMatchObject([{ phone, whatsapp_user_id: 'KZ.77', opted_out_at: null }])
    })
  })
})

/** Whose contact is deleted and exported is decided in the database, whom a message goes to is decided here. */
test.each([
  ['+7 701 123 45 67', '77011234567'],
  ['8 (701) 123-45-67', '77011234567'],
  ['+8 701 123 45 67', '77011234567'],
  ['\u00a0+77011234567', '77011234567'],
  ['701.123–45—67', '77011234567'],
  ['84 91 234 56 78', '74912345678'],
  ['+84 91 234 56 78', '84912345678'],
  ['+81 90 1234 5678', '819012345678'],
  ['+49 1512 3456789', '4915123456789'],
  ['996\u2011555\u2009123\ufeff456', '996555123456'],
  ['+7 123 456 789', '77123456789'],
  ['+7015550390', '77015550390'],
  ['+49 (0)151 23456789', '4915123456789'],
  ['+49 (\u00a00 ) 151 23456789', '4915123456789'],
  ['+49 0151 23456789', '4915123456789'],
  ['+971 050 123 4567', '971501234567'],
  ['+996 (0)555 123456', '996555123456'],
  ['+7 (0)701 123 45 67', '77011234567'],
  ['+20 10 1234 5678', '201012345678'],
  ['+20 010 1234 5678', '201012345678'],
  ['+880 1712 345678', '8801712345678'],
  ['+39 06 1234 5678', '390612345678'],
  ['+39 (0)347 123 4567', null],
  ['+1 012 345 6789', null],
  ['+7 501 123 45 67', null],
  ['+7501234567', '77501234567'],
  ['+7 501 234 567', '77501234567'],
  ['+7 101 123 45 67', null],
  ['7 477 123 45 67', '74771234567'],
  ['+1 212 555 01 23', '12125550123'],
  ['+1 212 555 01 2', null],
  ['+998 90 123 45 67', '998901234567'],
  ['+998 90 123 45 678', null],
  ['+996 555 123', null],
  ['701 123 45 67+', null],
  ['+7 701 123 45 678', null],
  ['0701123456', null],
  ['7701123456a', null],
  ['٧٧٠١١٢٣٤٥٦٧', null],
  ['1'.repeat(16), null],
  ['+', null],
  ['', null],
])('%j is the same phone to the server and to the database', async (text, phone) => {
  const { rows } = await sql<{ phone: string | null }>`select phone_digits(${text}) as phone`.execute(
    queue.given.db,
  )
  expect([toWhatsappNumber(text), rows[0]?.phone]).toEqual([phone, phone])
})

describe('a request for silence', () => {
  test('outlives the account also where tables were emptied', async () => {
    const userId = randomUUID()
    // The number is proven: of one that was only typed the contact would stay, and its silence with it.
    await sql`insert into auth.users (id, email, phone, phone_confirmed_at) values (${userId}, 'dana@example.kz', ${phone}, now())`.execute(
      queue.given.db,
    )
    await sql`insert into message_contacts (phone, opted_out_at) values (${phone}, now())`.execute(
      queue.given.db,
    )
    await sql`select delete_account(${userId})`.execute(queue.given.db)
    expect(await contacts()).toEqual([])
    await sql`insert into message_contacts (phone) values (${phone})`.execute(queue.given.db)
    expect(await contacts()).toMatchObject([{ phone, opted_out_at: expect.any(Date) }])
  })

  test('is not digested without a key', async () => {
    const digestWithoutKey = queue.given.db.transaction().execute(async (trx) => {
      await sql`delete from message_opt_out_key`.execute(trx)
      await sql`select opt_out_digest(${phone})`.execute(trx)
    })
    await expect(digestWithoutKey).rejects.toThrow('message_opt_out_key is empty')
  })
})
