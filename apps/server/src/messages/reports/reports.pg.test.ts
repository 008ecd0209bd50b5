import { randomUUID } from 'node:crypto'
import { minute } from '@app/testing/messages/given-messages'
import {
  graphAccount,
  inboundPayload,
  signWebhook,
  statusPayload,
  webhookPayload,
} from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { recordCall } from './call-repository.ts'
import { deleteOldEvents, recordEvents } from './event-repository.ts'
import { givenReports, phone } from './given-reports.ts'
import { handleMessageEvents } from './handle-message-events.ts'
import { indexCallNames } from './index-call-names.ts'
import { readCalls } from './read-calls.ts'
import { parseWebhook } from './webhook-events.ts'

const queue = givenReports()
const { contacts, givenSent } = queue

const onAccepted = async () => {}

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
      await queue.given.report(
        statusPayload({ id: wamid, status: each, ourId: id, ...(each === 'failed' && { code: 131026 }) }),
      )
    }
    expect(await queue.given.message(id)).toMatchObject({ status })
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
        const { db } = await queue.given.process()
        await db.transaction().execute((trx) => recordEvents(trx, events))
        await handleMessageEvents({
          db,
          now: queue.given.clock.now,
          onAccepted,
          onUndeliverable: async () => false,
          random: () => 0,
          onError: () => {},
        })
      }),
    )
    expect(await queue.given.message(id)).toMatchObject({ status: 'read' })
    expect(await queue.given.db.selectFrom('message_events').selectAll().execute()).toHaveLength(3)
  })

  test('a report known by the provider’s id alone is applied', async () => {
    const { id, wamid } = await givenSent()
    await queue.given.report(statusPayload({ id: wamid, status: 'delivered' }))
    expect(await queue.given.message(id)).toMatchObject({ status: 'delivered' })
  })

  test('a report on a message that is not ours is passed over', async () => {
    const { id } = await givenSent()
    await queue.given.report(statusPayload({ id: 'wamid.other', status: 'failed', code: 190 }))
    await queue.given.report(
      statusPayload({
        id: 'wamid.other',
        status: 'failed',
        code: 190,
        ourId: '00000000-0000-4000-8000-000000000000',
      }),
    )
    expect(await queue.given.message(id)).toMatchObject({ status: 'sent' })
  })

  test('a late 131047 makes the next copy a template', async () => {
    await queue.given.report(
      inboundPayload({ id: 'wamid.in', from: phone, text: 'Привет', at: queue.given.clock.now() }),
    )
    const { id, wamid } = await givenSent()
    expect(queue.given.graph.accepted[0]?.type).toBe('document')

    await queue.given.report(statusPayload({ id: wamid, status: 'failed', ourId: id, code: 131047 }))
    await queue.given.drain()
    // The same news again must not undo the second copy.
    await queue.given.report(statusPayload({ id: wamid, status: 'failed', ourId: id, code: 131047 }))
    await queue.given.drain()

    expect(queue.given.graph.accepted.map(({ type }) => type)).toEqual(['document', 'template'])
    expect(await queue.given.message(id)).toMatchObject({ status: 'sent', failed_provider_ids: [wamid] })
  })

  test('the failure of a copy that no longer counts changes nothing', async () => {
    const { id } = await givenSent()
    await queue.given.report(
      statusPayload({ id: 'wamid.earlier', status: 'failed', ourId: id, code: 131026 }),
    )
    expect(await queue.given.message(id)).toMatchObject({ status: 'sent' })
  })

  test('131050 is an opt-out given to WhatsApp itself', async () => {
    const { id, wamid } = await givenSent()
    await queue.given.report(statusPayload({ id: wamid, status: 'failed', ourId: id, code: 131050 }))
    expect(await queue.given.message(id)).toMatchObject({ status: 'failed', failure: 'opted_out' })
    expect((await contacts())[0]?.opted_out_at).not.toBeNull()
  })

  test('WhatsApp’s own id of a person is learned from a report', async () => {
    const { id, wamid } = await givenSent()
    await queue.given.report(
      statusPayload({ id: wamid, status: 'delivered', ourId: id, userId: 'KZ.1349120865530274' }),
    )
    expect(await contacts()).toMatchObject([{ phone, whatsapp_user_id: 'KZ.1349120865530274' }])

    await queue.given.report(
      inboundPayload({
        id: 'wamid.in',
        userId: 'KZ.1349120865530274',
        text: 'СТОП',
        at: queue.given.clock.now(),
      }),
    )
    expect(await contacts()).toMatchObject([{ phone, opted_out_at: queue.given.clock.now() }])
  })
})

describe('a message of another kind', () => {
  const at = () => String(Math.floor(queue.given.clock.now().getTime() / 1000))
  const came = (id: string, content: object) =>
    queue.given.report(
      webhookPayload({
        contacts: [{ wa_id: phone }],
        messages: [{ from: phone, id, timestamp: at(), ...content }],
      }),
    )
  const written = () =>
    queue.given.db
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
    expect((await written()).map((each) => each.text)).toEqual(['Стоп'])
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
      queue.given.report(
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
    queue.given.clock.add(minute)
    await press('resume')
    await press('something new')
    expect(await contacts()).toMatchObject([{ opted_out_at: null, last_inbound_at: null }])
    expect((await written()).map(({ command }) => command)).toEqual(['stop', 'start'])
    await queue.given.drain()
    expect(queue.given.graph.requests()).toBe(0)
  })
})

describe('what the owner writes in WhatsApp’s own app', () => {
  const echo = (id: string, content: object) =>
    queue.given.report(
      webhookPayload(
        {
          message_echoes: [
            {
              from: '77000000000',
              to: phone,
              id,
              timestamp: String(Math.floor(queue.given.clock.now().getTime() / 1000)),
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
    (await queue.given.messages()).map(({ kind, text, status, send_state }) => [
      kind,
      text,
      status,
      send_state,
    ])

  test('stands as an answer that was sent, once, opens no window, and its reports count', async () => {
    await echo('wamid.echo', text('Да, орехи можно'))
    await echo('wamid.echo', text('Да, орехи можно'))
    await queue.given.report(statusPayload({ id: 'wamid.echo', status: 'read' }))
    await queue.given.drain()
    expect(await said()).toEqual([['answer', 'Да, орехи можно', 'read', 'done']])
    expect(await contacts()).toMatchObject([{ phone, last_inbound_at: null }])
    expect(queue.given.graph.requests()).toBe(0)
    const [event] = await queue.given.db.selectFrom('message_events').selectAll().execute()
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
      db: queue.given.db,
      now: queue.given.clock.now,
      phoneNumberId: graphAccount.phoneNumberId,
      onError: (error: unknown) => void errors.push(error),
    })
    const keep = (payload: object) =>
      queue.given.db.transaction().execute((trx) => recordCall(trx, signWebhook(payload).body))
    const keys = async () =>
      (await queue.given.db.selectFrom('message_events').select('event_key').orderBy('id').execute()).map(
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
      await sql`insert into auth.users (id, email) values (${userId}, 'dana@example.kz')`.execute(
        queue.given.db,
      )
      await sql`insert into quiz_leads (user_id, name, email, phone) values (${userId}, 'Дана', 'dana@example.kz', ${phone})`.execute(
        queue.given.db,
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
      await sql`select delete_account(${userId})`.execute(queue.given.db)
      expect(await readCalls(services(), 1)).toBe(false)
      expect(await readCalls(services(), 10)).toBe(true)
      expect(await keys()).toEqual(['message:in.bota'])
      expect(await queue.given.db.selectFrom('message_calls').select('id').execute()).toEqual([])
      await handleMessageEvents({
        ...{ ...services(), onAccepted, random: () => 0 },
        onUndeliverable: async () => false,
      })
      expect(await contacts()).toMatchObject([{ phone: other, opted_out_at: expect.any(Date) }])
    })

    test('is read once and loses one fact that the database refuses, and says so', async () => {
      await sql`alter table message_events add constraint no_fox check (event_key not like '%fox%')`.execute(
        queue.given.db,
      )
      try {
        await keep(statusPayload(...['hen', 'fox', 'owl'].map((id) => ({ id, status: 'read' }))))
        const parse = vi.spyOn(JSON, 'parse')
        expect(await readCalls(services(), 100)).toBe(true)
        expect(parse.mock.calls.filter(([text]) => text.includes('"entry"'))).toHaveLength(1)
      } finally {
        vi.restoreAllMocks()
        await sql`alter table message_events drop constraint no_fox`.execute(queue.given.db)
      }
      expect(await keys()).toEqual(['status:hen:read', 'status:owl:read'])
      expect(errors).toHaveLength(2)
    })

    test('is found by whom it names, before that is noted, while it is, and after', async () => {
      const reports = Array.from({ length: 1_200 }, (_, at) => ({ id: `wamid.${at}`, status: 'read' }))
      const calls = () =>
        queue.given.db.selectFrom('message_calls').select(['names_done', 'named_at', 'read_at']).execute()
      const noted = () =>
        sql`select from message_call_names`.execute(queue.given.db).then(({ rows }) => rows.length)
      const eraseAbout = (name: string) =>
        sql`select erase_from_calls(array[${name}])`.execute(queue.given.db)

      for (const stage of ['kept', 'read', 'half noted', 'noted'] as const) {
        await keep(statusPayload(...reports))
        await eraseAbout('wamid.1200')
        if (stage !== 'kept') await readCalls(services(), 2_000)
        if (stage === 'half noted') expect(await indexCallNames(queue.given.db, 1)).toBe(false)
        if (stage === 'noted') expect(await indexCallNames(queue.given.db, 5_000)).toBe(true)
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
        await sql`delete from message_events`.execute(queue.given.db)
      }
    })
  })

  test('is forgotten when it can no longer be repeated', async () => {
    const { id, wamid } = await givenSent()
    await queue.given.report(statusPayload({ id: wamid, status: 'read', ourId: id }))
    await deleteOldEvents(queue.given.db, new Date())
    expect(await queue.given.db.selectFrom('message_events').selectAll().execute()).toHaveLength(1)
    await deleteOldEvents(queue.given.db, new Date(Date.now() + 31 * 24 * 60 * minute))
    expect(await queue.given.db.selectFrom('message_events').selectAll().execute()).toHaveLength(0)
  })

  test('what a limit counts of a deleted account is kept for two days', async () => {
    const now = new Date()
    for (const days of [1, 3]) {
      await sql`insert into erased_checklists (asked_as, asked_from, status, created_at)
        values ('stranger', ${`${days} days`}, 'sent', ${new Date(now.getTime() - days * 24 * 60 * minute)})`.execute(
        queue.given.db,
      )
    }
    await deleteOldEvents(queue.given.db, now)
    const { rows } = await sql`delete from erased_checklists returning asked_from`.execute(queue.given.db)
    expect(rows).toEqual([{ asked_from: '1 days' }])
  })

  test('is forgotten unread, too, where nothing reads', async () => {
    const { body } = signWebhook(statusPayload({ id: 'wamid.1', status: 'read' }))
    await queue.given.db.transaction().execute((trx) => recordCall(trx, body))
    const kept = () => queue.given.db.selectFrom('message_calls').select('id').execute()
    await deleteOldEvents(queue.given.db, new Date())
    expect(await kept()).toHaveLength(1)
    await deleteOldEvents(queue.given.db, new Date(Date.now() + 8 * 24 * 60 * minute))
    expect(await kept()).toHaveLength(0)
  })
})
