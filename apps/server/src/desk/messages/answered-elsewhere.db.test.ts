import type { ListConversationsResponse } from '@app/contracts/desk/messages'
import { expect, test } from 'vitest'
import { givenDesk } from '../../../test/given-desk.ts'
import { handleEcho } from '../../messages/reports/handle-echo.ts'
import { handleInbound } from '../../messages/reports/handle-inbound.ts'

const desk = givenDesk()
const { call, givenPerson, write } = desk

const talks = async (show: string) =>
  (await call('GET', `/messages?show=${show}`)).json<ListConversationsResponse>().talks

test('nobody waits whom the owner answered from her own phone, and her words stand there, until she takes them back', async () => {
  const person = await givenPerson()
  await write(person, 'Можно орехи?', 1)
  expect(await talks('waiting')).toHaveLength(1)
  const message = {
    ...{ type: 'text', text: 'Да, горсть', originalId: null, at: new Date().toISOString() },
    ...{ waId: person.phone.slice(1), whatsappUserId: null },
  }
  const echo = (providerMessageId: string, more: object = {}) =>
    desk.server.db
      .transaction()
      .execute((trx) => handleEcho(trx, { kind: 'echo', providerMessageId, ...message, ...more }, new Date()))
  await echo('wamid.1')
  expect(await talks('waiting')).toEqual([])
  expect((await talks('all'))[0]?.last).toMatchObject({ wrote: 'we', text: 'Да, горсть', status: 'sent' })

  const reaction = {
    kind: 'inbound',
    providerMessageId: 'wamid.2',
    ...message,
    type: 'reaction',
    text: '❤️',
  } as const
  await desk.server.db.transaction().execute((trx) => handleInbound(trx, reaction, new Date()))
  expect(await talks('waiting')).toEqual([])

  await echo('wamid.3', { type: 'revoke', originalId: 'wamid.1' })
  expect((await talks('waiting'))[0]).toMatchObject({ question: 'Можно орехи?' })
})

test('the owner’s sign and what WhatsApp does not show are no answer', async () => {
  const person = await givenPerson()
  await write(person, 'А рис можно?', 1)
  const at = new Date().toISOString()
  const whose = { waId: person.phone.slice(1), whatsappUserId: null }
  for (const [type, text] of [
    ['reaction', '👍'],
    ['unsupported', null],
  ] as const) {
    const echo = {
      kind: 'echo',
      providerMessageId: `wamid.${type}`,
      type,
      text,
      originalId: null,
      at,
    } as const
    await desk.server.db.transaction().execute((trx) => handleEcho(trx, { ...echo, ...whose }, new Date()))
  }
  expect((await talks('waiting')).map(({ question }) => question)).toContain('А рис можно?')
})

test('nobody waits who took their question back', async () => {
  const person = await givenPerson()
  const said = {
    originalId: null,
    at: new Date().toISOString(),
    waId: person.phone.slice(1),
    whatsappUserId: null,
  }
  const hear = (
    providerMessageId: string,
    more: { type: string; text: string | null; originalId?: string },
  ) =>
    desk.server.db
      .transaction()
      .execute((trx) =>
        handleInbound(trx, { kind: 'inbound', providerMessageId, ...said, ...more }, new Date()),
      )
  const waiting = async () => (await talks('waiting')).filter(({ personId }) => personId === person.id)
  await hear('wamid.asked', { type: 'text', text: 'Можно мёд?' })
  expect(await waiting()).toMatchObject([{ question: 'Можно мёд?' }])
  await hear('wamid.back', { type: 'revoke', text: null, originalId: 'wamid.asked' })
  expect(await waiting()).toEqual([])
  const kept = desk.server.db.selectFrom('inbound_messages').select('text').where('text', '=', 'Можно мёд?')
  expect(await kept.execute()).toEqual([])
})
