import { randomUUID } from 'node:crypto'
import { restartedText, stoppedText } from '@app/content/ru/whatsapp'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import {
  type GivenMessages,
  givenChecklist,
  givenMessages,
  minute,
} from '@app/testing/messages/given-messages'
import {
  graphAccount,
  inboundPayload,
  signWebhook,
  statusPayload,
  webhookPayload,
} from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordCall } from './call-repository.ts'
import { pruneEvents, recordEvents } from './event-repository.ts'
import { handleMessageEvents } from './handle-message-events.ts'
import { nameCalls } from './name-calls.ts'
import { readCalls } from './read-calls.ts'
import { parseWebhook } from './webhook-events.ts'

const onAccepted = async () => {}

let given: GivenMessages

beforeAll(async () => {
  given = await givenMessages()
})
beforeEach(() => given.reset())
afterAll(() => given.close())

const phone = '77011234567'
const contacts = () => given.db.selectFrom('message_contacts').selectAll().execute()

/** A checklist that the provider has accepted. */
async function givenSent(): Promise<{ id: string; wamid: string }> {
  const id = await givenChecklist(given, phone)
  await given.drain()
  return { id, wamid: given.graph.accepted[0]?.id ?? '' }
}

describe('status reports', () => {
  test.each([
    [['sent', 'delivered', 'read'], 'read'],
    [['read', 'delivered', 'sent'], 'read'],
    [['read', 'read'], 'read'],
    [['delivered'], 'delivered'],
    [['delivered', 'failed'], 'delivered'],
    [['failed', 'delivered'], 'delivered'],
    [['sent', 'nonsense'], 'sent'],
  ])('%j leave the message as %s', async (reports, status) => {
    const { id, wamid } = await givenSent()
    for (const each of reports) {
      await given.report(
        statusPayload({ id: wamid, status: each, ourId: id, ...(each === 'failed' && { code: 131026 }) }),
      )
    }
    expect(await given.message(id)).toMatchObject({ status })
  })

  test('in one call, twice each, in any order, by three processes at once, are each one fact', async () => {
    const { id, wamid } = await givenSent()
    const reports = ['read', 'sent', 'delivered', 'sent', 'read'].map((status) => ({
      id: wamid,
      status,
      ourId: id,
    }))
    const events = parseWebhook(statusPayload(...reports), '100200300400') ?? []
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { db } = await given.process()
        await db.transaction().execute((trx) => recordEvents(trx, events))
        await handleMessageEvents({
          db,
          now: given.clock.now,
          onAccepted,
          onUndeliverable: async () => false,
          random: () => 0,
          onError: () => {},
        })
      }),
    )
    expect(await given.message(id)).toMatchObject({ status: 'read' })
    expect(await given.db.selectFrom('message_events').selectAll().execute()).toHaveLength(3)
  })

  test('a report known by the provider’s id alone is applied', async () => {
    const { id, wamid } = await givenSent()
    await given.report(statusPayload({ id: wamid, status: 'delivered' }))
    expect(await given.message(id)).toMatchObject({ status: 'delivered' })
  })

  test('a report on a message that is not ours is passed over', async () => {
    const { id } = await givenSent()
    await given.report(statusPayload({ id: 'wamid.other', status: 'failed', code: 190 }))
    await given.report(
      statusPayload({
        id: 'wamid.other',
        status: 'failed',
        code: 190,
        ourId: '00000000-0000-4000-8000-000000000000',
      }),
    )
    expect(await given.message(id)).toMatchObject({ status: 'sent' })
  })

  test('a late 131047 makes the next copy a template', async () => {
    await given.report(inboundPayload({ id: 'wamid.in', from: phone, text: 'Привет', at: given.clock.now() }))
    const { id, wamid } = await givenSent()
    expect(given.graph.accepted[0]?.type).toBe('document')

    await given.report(statusPayload({ id: wamid, status: 'failed', ourId: id, code: 131047 }))
    await given.drain()
    // The same news again must not undo the second copy.
    await given.report(statusPayload({ id: wamid, status: 'failed', ourId: id, code: 131047 }))
    await given.drain()

    expect(given.graph.accepted.map(({ type }) => type)).toEqual(['document', 'template'])
    expect(await given.message(id)).toMatchObject({ status: 'sent', failed_provider_ids: [wamid] })
  })

  test('the failure of a copy that no longer counts changes nothing', async () => {
    const { id } = await givenSent()
    await given.report(statusPayload({ id: 'wamid.earlier', status: 'failed', ourId: id, code: 131026 }))
    expect(await given.message(id)).toMatchObject({ status: 'sent' })
  })

  test('131050 is an opt-out given to WhatsApp itself', async () => {
    const { id, wamid } = await givenSent()
    await given.report(statusPayload({ id: wamid, status: 'failed', ourId: id, code: 131050 }))
    expect(await given.message(id)).toMatchObject({ status: 'failed', failure: 'opted_out' })
    expect((await contacts())[0]?.opted_out_at).not.toBeNull()
  })

  test('WhatsApp’s own id of a person is learned from a report', async () => {
    const { id, wamid } = await givenSent()
    await given.report(
      statusPayload({ id: wamid, status: 'delivered', ourId: id, userId: 'KZ.1349120865530274' }),
    )
    expect(await contacts()).toMatchObject([{ phone, whatsapp_user_id: 'KZ.1349120865530274' }])

    await given.report(
      inboundPayload({ id: 'wamid.in', userId: 'KZ.1349120865530274', text: 'СТОП', at: given.clock.now() }),
    )
    expect(await contacts()).toMatchObject([{ phone, opted_out_at: given.clock.now() }])
  })
})

describe('what a person writes', () => {
  test('is kept once, with Cyrillic letters, and opens the window', async () => {
    const payload = inboundPayload({
      id: 'wamid.in',
      from: phone,
      text: 'Спасибо за лист ёжик 🌅',
      at: given.clock.now(),
    })
    await given.report(JSON.parse(signWebhook(payload).body.toString()) as object)
    await given.report(payload)

    expect(await given.db.selectFrom('inbound_messages').select(['type', 'text']).execute()).toEqual([
      { type: 'text', text: 'Спасибо за лист ёжик 🌅' },
    ])
    expect(await contacts()).toMatchObject([
      { phone, last_inbound_at: given.clock.now(), opted_out_at: null },
    ])
    const [event] = await given.db.selectFrom('message_events').selectAll().execute()
    expect(JSON.stringify(event?.payload)).not.toContain('Спасибо')
  })

  test('an older message that comes late does not close the window again', async () => {
    await given.report(inboundPayload({ id: 'wamid.2', from: phone, text: 'два', at: given.clock.now() }))
    await given.report(
      inboundPayload({
        id: 'wamid.1',
        from: phone,
        text: 'раз',
        at: new Date(given.clock.now().getTime() - 600 * minute),
      }),
    )
    expect(await contacts()).toMatchObject([{ last_inbound_at: given.clock.now() }])
  })

  test('СТОП ends the messages with one confirmation, and СТАРТ brings them back', async () => {
    await given.report(inboundPayload({ id: 'wamid.1', from: phone, text: ' Стоп! ', at: given.clock.now() }))
    await given.report(inboundPayload({ id: 'wamid.2', from: phone, text: 'stop', at: given.clock.now() }))
    await given.drain()
    expect(given.graph.accepted.map(({ body }) => body.text)).toEqual([
      { body: stoppedText, preview_url: false },
    ])

    const refused = await givenChecklist(given, phone)
    await given.drain()
    expect(await given.message(refused)).toMatchObject({ status: 'failed', failure: 'opted_out' })

    await given.report(inboundPayload({ id: 'wamid.3', from: phone, text: 'СТАРТ', at: given.clock.now() }))
    await given.drain()
    expect(given.graph.accepted.map(({ body }) => body.text)).toEqual([
      { body: stoppedText, preview_url: false },
      { body: restartedText, preview_url: false },
    ])
    const sent = await givenChecklist(given, phone)
    await given.drain()
    expect(await given.message(sent)).toMatchObject({ status: 'sent' })
  })

  test('a saying with a polite word stops them too, and a doubtful one is left to a reader', async () => {
    await given.report(
      inboundPayload({ id: 'wamid.1', from: phone, text: 'Не пишите с утра', at: given.clock.now() }),
    )
    expect(await contacts()).toMatchObject([{ opted_out_at: null }])
    await given.report(
      inboundPayload({ id: 'wamid.2', from: phone, text: 'Стоп, пожалуйста', at: given.clock.now() }),
    )
    expect(await contacts()).toMatchObject([{ opted_out_at: given.clock.now() }])
    const kept = given.db.selectFrom('inbound_messages').select('command').orderBy('provider_message_id')
    expect(await kept.execute()).toEqual([{ command: null }, { command: 'stop' }])
  })

  test('of two requests the later one counts, however they arrive', async () => {
    const at = (seconds: number) => new Date(given.clock.now().getTime() - seconds * 1000)
    await given.report(inboundPayload({ id: 'wamid.2', from: phone, text: 'СТОП', at: at(10) }))
    await given.report(inboundPayload({ id: 'wamid.1', from: phone, text: 'СТАРТ', at: at(20) }))
    expect((await contacts())[0]?.opted_out_at).not.toBeNull()
  })

  test('an opt-out that arrives days late is obeyed and not answered', async () => {
    const written = given.clock.now()
    given.clock.add(3 * 24 * 60 * minute)
    await given.report(inboundPayload({ id: 'wamid.1', from: phone, text: 'СТОП', at: written }))
    await given.drain()
    expect(await contacts()).toMatchObject([{ opted_out_at: given.clock.now() }])
    expect(given.graph.requests()).toBe(0)
  })

  test('someone who hides their phone is known by WhatsApp’s id and answered there', async () => {
    await given.report(
      inboundPayload({ id: 'wamid.1', userId: 'KZ.77', text: 'СТОП', at: given.clock.now() }),
    )
    await given.drain()
    expect(await contacts()).toMatchObject([{ phone: null, whatsapp_user_id: 'KZ.77' }])
    expect(given.graph.accepted[0]?.body).toMatchObject({ recipient: 'KZ.77' })
    expect(given.graph.accepted[0]?.body).not.toHaveProperty('to')
  })

  describe('their СТОП, said while the phone was hidden,', () => {
    const stop = () =>
      given.report(inboundPayload({ id: 'wamid.stop', userId: 'KZ.77', text: 'СТОП', at: given.clock.now() }))
    const isLeftAlone = async () => {
      expect(await contacts()).toMatchObject([
        {
          phone,
          whatsapp_user_id: 'KZ.77',
          opted_out_at: expect.any(Date),
          last_inbound_at: expect.any(Date),
        },
      ])
      const refused = await givenChecklist(given, phone)
      await given.drain()
      expect(await given.message(refused)).toMatchObject({ status: 'failed', failure: 'opted_out' })
    }

    test('holds for the number that a report ties to it', async () => {
      const { id, wamid } = await givenSent()
      await stop()
      await given.report(statusPayload({ id: wamid, status: 'read', ourId: id, userId: 'KZ.77' }))
      await isLeftAlone()
      expect(await given.db.selectFrom('inbound_messages').selectAll().execute()).toHaveLength(1)
    })

    test('holds for the number they show when they write again', async () => {
      await givenSent()
      await stop()
      await given.report(
        inboundPayload({
          id: 'wamid.2',
          from: phone,
          userId: 'KZ.77',
          text: 'Вы тут?',
          at: given.clock.now(),
        }),
      )
      await isLeftAlone()
    })

    test('holds for a number nobody had written to', async () => {
      await stop()
      await given.report(
        inboundPayload({
          id: 'wamid.2',
          from: phone,
          userId: 'KZ.77',
          text: 'Вы тут?',
          at: given.clock.now(),
        }),
      )
      await isLeftAlone()
    })

    test('gives way to a СТАРТ that the number said later', async () => {
      const { id, wamid } = await givenSent()
      await stop()
      given.clock.add(minute)
      await given.report(inboundPayload({ id: 'wamid.3', from: phone, text: 'СТОП', at: given.clock.now() }))
      given.clock.add(minute)
      await given.report(inboundPayload({ id: 'wamid.4', from: phone, text: 'СТАРТ', at: given.clock.now() }))
      await given.report(statusPayload({ id: wamid, status: 'read', ourId: id, userId: 'KZ.77' }))
      expect(await contacts()).toMatchObject([{ phone, whatsapp_user_id: 'KZ.77', opted_out_at: null }])
    })
  })
})

describe('a message of another kind', () => {
  const at = () => String(Math.floor(given.clock.now().getTime() / 1000))
  const came = (id: string, content: object) =>
    given.report(
      webhookPayload({
        contacts: [{ wa_id: phone }],
        messages: [{ from: phone, id, timestamp: at(), ...content }],
      }),
    )
  const written = () =>
    given.db
      .selectFrom('inbound_messages')
      .select(['type', 'text', 'command'])
      .orderBy('provider_message_id')
      .execute()

  test.each([
    ['image', { image: { id: '1', caption: 'Мой обед' } }, 'Мой обед'],
    ['video', { video: { id: '1', caption: 'Мой обед' } }, 'Мой обед'],
    ['document', { document: { id: '1', filename: 'a.pdf', caption: 'Мой обед' } }, 'Мой обед'],
    ['button', { button: { payload: 'yes', text: 'Да, интересно' } }, 'Да, интересно'],
    [
      'interactive',
      { interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Позже' } } },
      'Позже',
    ],
    [
      'interactive',
      { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Утром', description: 'до 9' } } },
      'Утром',
    ],
    ['reaction', { reaction: { message_id: 'wamid.1', emoji: '❤️' } }, '❤️'],
    ['image', { image: 'broken' }, null],
  ])('%s %j says %s', async (type, content, text) => {
    await came('wamid.in', { type, ...content })
    expect(await written()).toEqual([{ type, text, command: null }])
  })

  test('«Стоп» under a picture or on a button is obeyed', async () => {
    await came('wamid.1', { type: 'image', image: { caption: 'СТОП' } })
    expect((await contacts())[0]?.opted_out_at).not.toBeNull()
  })

  test('an edit changes what was said, also when it comes first; what is taken back is forgotten', async () => {
    const edit = (id: string, original: string, body: string) =>
      came(id, {
        type: 'edit',
        edit: { original_message_id: original, message: { type: 'text', text: { body } } },
      })
    const text = (body: string) => ({ type: 'text', text: { body } })
    await came('wamid.1', text('Можно арехи?'))
    await edit('wamid.2', 'wamid.1', 'Можно орехи?')
    await edit('wamid.4', 'wamid.3', 'А кофе?')
    await came('wamid.3', text('А кофн?'))
    expect((await written()).map((each) => each.text)).toEqual(['Можно орехи?', 'А кофе?'])
    await edit('wamid.5', 'wamid.1', 'Стоп')
    expect((await contacts())[0]?.opted_out_at).not.toBeNull()
    expect((await written())[0]).toMatchObject({ text: 'Стоп', command: 'stop' })
    await came('wamid.6', { type: 'revoke', revoke: { original_message_id: 'wamid.3' } })
    expect((await written()).map((each) => each.text)).toEqual(['Стоп', null])
  })

  test('a sign that is taken back says nothing', async () => {
    await came('wamid.1', { type: 'reaction', reaction: { message_id: 'wamid.0' } })
    expect(await written()).toEqual([])
  })

  test('a changed number asks the owner and opens no window', async () => {
    await came('wamid.1', {
      type: 'system',
      system: { type: 'user_changed_number', wa_id: '77017654321', body: 'User changed' },
    })
    await came('wamid.2', { type: 'system', system: { type: 'customer_identity_changed' } })
    expect(await written()).toEqual([
      {
        type: 'system',
        text: expect.stringContaining('+7\u00a0701\u00a0765\u00a043\u00a021'),
        command: null,
      },
    ])
    expect(await contacts()).toMatchObject([{ phone, last_inbound_at: null }])
  })

  test('a press in WhatsApp’s menu stops the messages without an answer, and brings them back', async () => {
    const press = (value: string) =>
      given.report(
        webhookPayload(
          {
            contacts: [{ wa_id: phone }],
            user_preferences: [{ wa_id: phone, category: 'marketing_messages', value, timestamp: at() }],
          },
          undefined,
          'user_preferences',
        ),
      )
    await press('stop')
    expect(await contacts()).toMatchObject([{ phone, opted_out_at: expect.any(Date), last_inbound_at: null }])
    given.clock.add(minute)
    await press('resume')
    await press('something new')
    expect(await contacts()).toMatchObject([{ opted_out_at: null, last_inbound_at: null }])
    expect((await written()).map(({ command }) => command)).toEqual(['stop', 'start'])
    await given.drain()
    expect(given.graph.requests()).toBe(0)
  })
})

describe('what the owner writes in WhatsApp’s own app', () => {
  const echo = (id: string, content: object) =>
    given.report(
      webhookPayload(
        {
          message_echoes: [
            {
              from: '77000000000',
              to: phone,
              id,
              timestamp: String(Math.floor(given.clock.now().getTime() / 1000)),
              ...content,
            },
          ],
        },
        undefined,
        'smb_message_echoes',
      ),
    )
  const text = (body: string) => ({ type: 'text', text: { body } })
  const said = async () =>
    (await given.messages()).map(({ kind, text, status, send_state }) => [kind, text, status, send_state])

  test('stands as an answer that was sent, once, opens no window, and its reports count', async () => {
    await echo('wamid.echo', text('Да, орехи можно'))
    await echo('wamid.echo', text('Да, орехи можно'))
    await given.report(statusPayload({ id: 'wamid.echo', status: 'read' }))
    await given.drain()
    expect(await said()).toEqual([['answer', 'Да, орехи можно', 'read', 'done']])
    expect(await contacts()).toMatchObject([{ phone, last_inbound_at: null }])
    expect(given.graph.requests()).toBe(0)
    const [event] = await given.db.selectFrom('message_events').selectAll().execute()
    expect(JSON.stringify(event?.payload)).not.toContain('орехи')
  })

  test('and edits or takes back is edited or gone', async () => {
    await echo('wamid.1', { type: 'image', image: { id: '1' } })
    await echo('wamid.2', {
      type: 'edit',
      edit: { original_message_id: 'wamid.1', message: { type: 'image', image: { caption: 'Вот' } } },
    })
    expect(await said()).toEqual([['answer', 'Вот', 'sent', 'done']])
    await echo('wamid.3', { type: 'revoke', revoke: { original_message_id: 'wamid.1' } })
    expect(await said()).toEqual([['answer', '', 'failed', 'done']])
  })
})

describe('a webhook call', () => {
  test('for another number of the same account is nothing to us', () => {
    expect(parseWebhook(webhookPayload({ statuses: [] }, '999'), '100200300400')).toEqual([])
  })

  test.each([
    null,
    1,
    'text',
    [],
    {},
    { object: 'page', entry: [] },
    { object: 'whatsapp_business_account' },
  ])('%j is no call of WhatsApp', (body) => expect(parseWebhook(body, '100200300400')).toBeNull())

  test('is read as far as it is understood', () => {
    const payload = webhookPayload({
      statuses: [
        null,
        { id: 5 },
        { id: 'wamid.1', status: 'read', timestamp: '1', biz_opaque_callback_data: 'other' },
      ],
      messages: [
        { id: 'wamid.2', timestamp: 'soon', type: 'text' },
        { id: 'wamid.3', timestamp: 2, type: 'image', image: {} },
      ],
      contacts: 'none',
    })
    expect(parseWebhook(payload, '100200300400')).toMatchObject([
      { key: 'status:wamid.1:read', payload: { ourId: null, at: '1970-01-01T00:00:01.000Z' } },
      { key: 'message:wamid.3', payload: { type: 'image', text: null, waId: null } },
    ])
  })

  describe('that was kept', () => {
    const errors: unknown[] = []
    const services = () => ({
      db: given.db,
      now: given.clock.now,
      phoneNumberId: graphAccount.phoneNumberId,
      onError: (error: unknown) => void errors.push(error),
    })
    const keep = (payload: object) =>
      given.db.transaction().execute((trx) => recordCall(trx, signWebhook(payload).body))
    const keys = async () =>
      (await given.db.selectFrom('message_events').select('event_key').orderBy('id').execute()).map(
        ({ event_key: key }) => key,
      )

    test('gives up its facts a part at a time, and those with unspeakable names lose no other', async () => {
      const named = (id: string) => ({ id, status: 'read' })
      const many = Array.from({ length: 1100 }, (_, at) => named(`wamid.${at}`))
      const payload = statusPayload(named('one\u0000'), ...many, named('two\ud800'), named('wamid.last'))
      expect(await keep(payload)).toBe(true)
      expect(await keep(payload)).toBe(false)
      expect(await readCalls(services(), 600)).toBe(false)
      expect(await keys()).toHaveLength(600)
      expect(await readCalls(services(), 600)).toBe(true)
      expect(await keys()).toHaveLength(1101)
      expect((await keys()).at(-1)).toBe('status:wamid.last:read')
      expect(errors).toEqual([])
    })

    test('and not read yet gives up what it says of others when somebody in it deletes their account', async () => {
      const userId = randomUUID()
      await sql`insert into auth.users (id, email) values (${userId}, 'dana@example.kz')`.execute(given.db)
      await sql`insert into quiz_leads (user_id, name, email, phone) values (${userId}, 'Дана', 'dana@example.kz', ${phone})`.execute(
        given.db,
      )
      const { wamid } = await givenSent()
      const other = '77010000002'
      const written = (id: string, from: string, body: string) =>
        ({ id, from, timestamp: '1', type: 'text', text: { body } }) as const
      await keep(
        webhookPayload({
          contacts: [{ wa_id: phone, profile: { name: 'Дана\u0000' } }, { wa_id: other }],
          statuses: [{ id: wamid, status: 'read', timestamp: '1', recipient_id: phone }],
          messages: [written('in.dana', phone, 'Спасибо'), written('in.bota', other, 'СТОП')],
        }),
      )
      await sql`select delete_account(${userId})`.execute(given.db)
      expect(await readCalls(services(), 1)).toBe(false)
      expect(await readCalls(services(), 10)).toBe(true)
      expect(await keys()).toEqual(['message:in.bota'])
      expect(await given.db.selectFrom('message_calls').select('id').execute()).toEqual([])
      await handleMessageEvents({
        ...{ ...services(), onAccepted, random: () => 0 },
        onUndeliverable: async () => false,
      })
      expect(await contacts()).toMatchObject([{ phone: other, opted_out_at: expect.any(Date) }])
    })

    test('is read once and loses one fact that the database refuses, and says so', async () => {
      await sql`alter table message_events add constraint no_fox check (event_key not like '%fox%')`.execute(
        given.db,
      )
      try {
        await keep(statusPayload(...['hen', 'fox', 'owl'].map((id) => ({ id, status: 'read' }))))
        const parse = vi.spyOn(JSON, 'parse')
        expect(await readCalls(services(), 100)).toBe(true)
        expect(parse.mock.calls.filter(([text]) => text.includes('"entry"'))).toHaveLength(1)
      } finally {
        vi.restoreAllMocks()
        await sql`alter table message_events drop constraint no_fox`.execute(given.db)
      }
      expect(await keys()).toEqual(['status:hen:read', 'status:owl:read'])
      expect(errors).toHaveLength(2)
    })

    test('is found by whom it names, before that is noted, while it is, and after', async () => {
      const reports = Array.from({ length: 1_200 }, (_, at) => ({ id: `wamid.${at}`, status: 'read' }))
      const calls = () =>
        given.db.selectFrom('message_calls').select(['names_done', 'named_at', 'read_at']).execute()
      const noted = () =>
        sql`select from message_call_names`.execute(given.db).then(({ rows }) => rows.length)
      const eraseAbout = (name: string) => sql`select erase_from_calls(array[${name}])`.execute(given.db)

      for (const stage of ['kept', 'read', 'half noted', 'noted'] as const) {
        await keep(statusPayload(...reports))
        await eraseAbout('wamid.1200')
        if (stage !== 'kept') await readCalls(services(), 2_000)
        if (stage === 'half noted') expect(await nameCalls(given.db, 1)).toBe(false)
        if (stage === 'noted') expect(await nameCalls(given.db, 5_000)).toBe(true)
        const [call] = await calls()
        expect([call?.read_at !== null, (call?.names_done ?? 0) > 0, call?.named_at !== null]).toEqual([
          stage !== 'kept',
          stage === 'half noted' || stage === 'noted',
          stage === 'noted',
        ])
        if (stage === 'half noted') expect(await noted()).toBe(1_000)
        if (stage === 'noted') expect(await noted()).toBeGreaterThanOrEqual(1_200)
        await eraseAbout('wamid.1199')
        // One that is still to be read tells the rest.
        if (stage === 'kept') await readCalls(services(), 2_000)
        expect([await calls(), await noted()]).toEqual([[], 0])
        await sql`delete from message_events`.execute(given.db)
      }
    })
  })

  test('is forgotten when it can no longer be repeated', async () => {
    const { id, wamid } = await givenSent()
    await given.report(statusPayload({ id: wamid, status: 'read', ourId: id }))
    await pruneEvents(given.db, new Date())
    expect(await given.db.selectFrom('message_events').selectAll().execute()).toHaveLength(1)
    await pruneEvents(given.db, new Date(Date.now() + 31 * 24 * 60 * minute))
    expect(await given.db.selectFrom('message_events').selectAll().execute()).toHaveLength(0)
  })

  test('what a limit counts of a deleted account is kept for two days', async () => {
    const now = new Date()
    for (const days of [1, 3]) {
      await sql`insert into erased_checklists (asked_as, asked_from, status, created_at)
        values ('stranger', ${`${days} days`}, 'sent', ${new Date(now.getTime() - days * 24 * 60 * minute)})`.execute(
        given.db,
      )
    }
    await pruneEvents(given.db, now)
    const { rows } = await sql`delete from erased_checklists returning asked_from`.execute(given.db)
    expect(rows).toEqual([{ asked_from: '1 days' }])
  })

  test('is forgotten unread, too, where nothing reads', async () => {
    const { body } = signWebhook(statusPayload({ id: 'wamid.1', status: 'read' }))
    await given.db.transaction().execute((trx) => recordCall(trx, body))
    const kept = () => given.db.selectFrom('message_calls').select('id').execute()
    await pruneEvents(given.db, new Date())
    expect(await kept()).toHaveLength(1)
    await pruneEvents(given.db, new Date(Date.now() + 8 * 24 * 60 * minute))
    expect(await kept()).toHaveLength(0)
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
    given.db,
  )
  expect([toWhatsappNumber(text), rows[0]?.phone]).toEqual([phone, phone])
})

describe('a request for silence', () => {
  test('outlives the account also where tables were emptied', async () => {
    const userId = randomUUID()
    // The number is proven: of one that was only typed the contact would stay, and its silence with it.
    await sql`insert into auth.users (id, email, phone, phone_confirmed_at) values (${userId}, 'dana@example.kz', ${phone}, now())`.execute(
      given.db,
    )
    await sql`insert into message_contacts (phone, opted_out_at) values (${phone}, now())`.execute(given.db)
    await sql`select delete_account(${userId})`.execute(given.db)
    expect(await contacts()).toEqual([])
    await sql`insert into message_contacts (phone) values (${phone})`.execute(given.db)
    expect(await contacts()).toMatchObject([{ phone, opted_out_at: expect.any(Date) }])
  })

  test('is not digested without a key', async () => {
    const digestWithoutKey = given.db.transaction().execute(async (trx) => {
      await sql`delete from message_opt_out_key`.execute(trx)
      await sql`select opt_out_digest(${phone})`.execute(trx)
    })
    await expect(digestWithoutKey).rejects.toThrow('message_opt_out_key is empty')
  })
})
