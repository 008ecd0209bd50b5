import { checklistCaption } from '@app/content/ru/whatsapp'
import { statusWaitMs } from '@app/domain/messages/decide-unknown'
import {
  type GivenMessages,
  givenChecklist,
  givenMessages,
  minute,
  sendAndDieAt,
} from '@app/testing/messages/given-messages'
import { inboundPayload, statusPayload } from '@app/testing/whatsapp/graph-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPause } from './message-channel.ts'
import type { SendMoment } from './message-services.ts'

let given: GivenMessages

beforeAll(async () => {
  given = await givenMessages()
})
beforeEach(() => given.reset())
afterAll(() => given.close())

const phone = '77011234567'
/** Reads the troubles that the owner is told of. */
const troubles = () =>
  given.db.selectFrom('message_channels').select(['template_refused_at', 'undelivered_at']).executeTakeFirst()
const isPaused = async () => (await findPause(given.db, given.clock.now())) !== null

describe('a message', () => {
  test('goes to someone who never wrote as a template with the document in its header', async () => {
    const id = await givenChecklist(given)
    expect(await given.drain()).toBe(1)

    expect(given.graph.accepted).toMatchObject([
      {
        to: phone,
        ourId: id,
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          type: 'template',
          template: {
            name: 'checklist',
            language: { code: 'ru' },
            components: [
              {
                type: 'header',
                parameters: [
                  {
                    type: 'document',
                    document: {
                      link: 'https://site.test/checklists/a1.pdf',
                      filename: 'Чек-лист «Ясный день».pdf',
                    },
                  },
                ],
              },
            ],
          },
        },
      },
    ])
    expect(await given.message(id)).toMatchObject({
      status: 'sent',
      send_state: 'done',
      next_attempt_at: null,
      sent_at: given.clock.now(),
      provider_message_id: given.graph.accepted[0]?.id,
    })
  })

  test('goes to someone who wrote today as a document with its words', async () => {
    await given.report(
      inboundPayload({ id: 'wamid.in', from: phone, text: 'Здравствуйте', at: given.clock.now() }),
    )
    await givenChecklist(given)
    await given.drain()

    expect(given.graph.accepted[0]?.body).toMatchObject({
      type: 'document',
      document: { caption: checklistCaption, link: 'https://site.test/checklists/a1.pdf' },
    })
  })

  test('is a template again when the 24 hours are over', async () => {
    await given.report(
      inboundPayload({ id: 'wamid.in', from: phone, text: 'Здравствуйте', at: given.clock.now() }),
    )
    given.clock.add(24 * 60 * minute)
    await givenChecklist(given)
    await given.drain()
    expect(given.graph.accepted[0]?.type).toBe('template')
  })

  test('is not sent twice by five processes at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, at) => givenChecklist(given, `7701000${1000 + at}`)),
    )
    const processes = await Promise.all(Array.from({ length: 5 }, () => given.process()))
    await Promise.all(processes.map((services) => given.drain(services)))

    expect(given.graph.accepted.map(({ ourId }) => ourId).sort()).toEqual(ids.sort())
  })
})

describe('a process that dies', () => {
  test.each<[SendMoment, number]>([
    ['claimed', 0],
    ['answered', 1],
    ['recorded', 1],
  ])('when a message is %s leaves one message in the end', async (moment, requestsBefore) => {
    const id = await givenChecklist(given)
    await sendAndDieAt(await given.process(), moment)
    expect(given.graph.requests()).toBe(requestsBefore)

    // Nobody touches it while it may still be under way.
    await given.drain()
    expect(given.graph.requests()).toBe(requestsBefore)

    given.clock.add(minute)
    await given.drain()
    expect(given.graph.requests()).toBe(requestsBefore)

    const [sent] = given.graph.accepted
    if (sent) await given.report(statusPayload({ id: sent.id, status: 'sent', ourId: id, to: phone }))
    given.clock.add(statusWaitMs)
    await given.drain()

    expect(given.graph.accepted).toHaveLength(1)
    expect(await given.message(id)).toMatchObject({
      status: 'sent',
      send_state: 'done',
      provider_message_id: given.graph.accepted[0]?.id,
    })
  })
})

describe('an answer that never comes', () => {
  test.each([
    { kind: 'accept_silently' },
    { kind: 'accept_and_break' },
    { kind: 'answer_nonsense' },
    { kind: 'accept_and_fail', status: 500 },
    { kind: 'accept_and_fail', status: 503 },
  ] as const)(
    'after $kind leads to no second copy, because the status report settles it',
    async (behaviour) => {
      const id = await givenChecklist(given)
      given.graph.behave(behaviour)
      await given.drain(given.impatient)
      expect(await given.message(id)).toMatchObject({ status: 'queued', send_state: 'unknown' })

      given.clock.add(5 * minute)
      await given.drain()
      const [sent] = given.graph.accepted
      await given.report(statusPayload({ id: sent?.id ?? '', status: 'delivered', ourId: id }))
      given.clock.add(60 * minute)
      await given.drain()

      expect(given.graph.requests()).toBe(1)
      expect(await given.message(id)).toMatchObject({ status: 'delivered', send_state: 'done' })
    },
  )

  test('and no report either: it is sent again, twice at most, and then left to the owner', async () => {
    const id = await givenChecklist(given)
    given.graph.always({ kind: 'hang' })
    await given.drain(given.impatient)
    for (let wait = 0; wait < 5; wait++) {
      given.clock.add(statusWaitMs)
      await given.drain(given.impatient)
    }

    expect(given.graph.requests()).toBe(3)
    expect(await given.message(id)).toMatchObject({
      status: 'failed',
      failure: 'unanswered',
      send_state: 'done',
    })
    expect(await troubles()).toMatchObject({ undelivered_at: expect.any(Date) })
  })

  test('and the lost request is made up for by a resend', async () => {
    const id = await givenChecklist(given)
    given.graph.behave({ kind: 'hang' })
    await given.drain(given.impatient)
    given.clock.add(statusWaitMs)
    await given.drain()

    expect(given.graph.accepted).toHaveLength(1)
    expect(await given.message(id)).toMatchObject({ status: 'sent', resends: 1 })
  })

  test('a slow answer is waited for', async () => {
    const id = await givenChecklist(given)
    given.graph.behave({ kind: 'accept_after', ms: 150 })
    await given.drain()
    expect(await given.message(id)).toMatchObject({ status: 'sent', resends: 0 })
  })

  test('a provider that cannot be reached is tried again soon, since nothing left', async () => {
    const id = await givenChecklist(given)
    const { gateway } = given.services
    const unreachable = { send: async () => ({ outcome: 'unreachable' as const }) }
    await given.drain(given.servicesOn(given.db, { gateway: unreachable }))
    expect(await given.message(id)).toMatchObject({ send_state: 'waiting', status: 'queued' })
    given.clock.add(2000)
    await given.drain(given.servicesOn(given.db, { gateway }))
    expect(given.graph.accepted).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test.each([
    [429, 130429],
    [500, 131016],
    [429, undefined],
    [500, 131000],
  ])('with %s %s is followed by one accepted message', async (status, code) => {
    const id = await givenChecklist(given)
    given.graph.behave(code === undefined ? { kind: 'refuse', status } : { kind: 'refuse', status, code })
    await given.drain()
    expect(await given.message(id)).toMatchObject({ status: 'queued', send_state: 'waiting', attempts: 1 })

    given.clock.add(1000)
    await given.drain()
    expect(given.graph.requests()).toBe(1)
    given.clock.add(1000)
    await given.drain()
    expect(given.graph.accepted).toHaveLength(1)
    expect(await given.message(id)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  test('of the token holds every message back, and keeps them all', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, at) => givenChecklist(given, `7701000${1000 + at}`)))
    given.graph.always({ kind: 'refuse', status: 401, code: 190 })
    const started = given.services.settings.concurrency

    await given.drain()
    expect(given.graph.requests()).toBeLessThanOrEqual(started)
    expect(await isPaused()).toBe(true)

    const probes: number[] = []
    for (let tens = 0; tens < 6; tens++) {
      given.clock.add(10 * minute)
      const before = given.graph.requests()
      await given.drain()
      probes.push(given.graph.requests() - before)
      expect(await isPaused()).toBe(true)
    }
    expect(Math.max(...probes)).toBeLessThanOrEqual(started)

    given.graph.always(null)
    given.clock.add(11 * minute)
    await given.drain()
    expect(new Set(given.graph.accepted.map(({ to }) => to)).size).toBe(12)
    expect(given.graph.accepted).toHaveLength(12)
    expect((await given.messages()).map(({ status }) => status)).toEqual(Array(12).fill('sent'))
  })

  test('of a person who is not on WhatsApp ends the message', async () => {
    const id = await givenChecklist(given)
    given.graph.behave({ kind: 'refuse', status: 400, code: 131026 })
    await given.drain()
    given.clock.add(24 * 60 * minute)
    await given.drain()
    expect(given.graph.requests()).toBe(1)
    expect(await given.message(id)).toMatchObject({
      status: 'failed',
      failure: 'recipient',
      error_code: 131026,
    })
  })

  test('of a template that is not approved waits for the owner', async () => {
    const id = await givenChecklist(given)
    given.graph.behave({ kind: 'refuse', status: 404, code: 132001 })
    await given.drain()
    expect(await troubles()).toEqual({ template_refused_at: given.clock.now(), undelivered_at: null })
    given.clock.add(60 * minute)
    await given.drain()
    expect(await given.message(id)).toMatchObject({ status: 'sent' })
  })

  test('that lasts longer than the message is worth ends it', async () => {
    const id = await givenChecklist(given)
    given.graph.always({ kind: 'refuse', status: 500, code: 131000 })
    for (let quarter = 0; quarter < 110; quarter++) {
      await given.drain()
      given.clock.add(15 * minute)
    }
    expect(await given.message(id)).toMatchObject({ status: 'failed', failure: 'expired' })
    expect((await given.message(id)).attempts).toBeGreaterThan(90)
    expect(await troubles()).toMatchObject({ undelivered_at: expect.any(Date) })
  })
})
