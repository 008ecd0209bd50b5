import type { DeskConsultations, Money, MoneyOrders, RegistryResponse } from '@app/contracts/desk/money'
import type { Today } from '@app/contracts/desk/today'
import { almatyDay, almatyDays } from '@app/domain/time/almaty'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { givenDesk } from '../../../test/given-desk.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy } = desk

describe('money', () => {
  beforeEach(async () => {
    await sql`update orders set test = true`.execute(desk.server.db)
  })
  const today = () => almatyDay(new Date())
  const money = async (by: string) =>
    (await call('GET', `/money?from=${today()}&until=${today()}&by=${by}`)).json<Money>()

  async function givenOrders() {
    const person = await givenPerson()
    const program = await buy(person, 'subscription')
    const consultation = await buy(person, 'consultation')
    await sql`update orders set test = false where id in (${program.orderId}, ${consultation.orderId})`.execute(
      desk.server.db,
    )
    await open(person.id)
    return { person, program, consultation }
  }

  test('is counted by its day and by its product, with what was given back', async () => {
    const { person, program } = await givenOrders()
    await call('POST', `/people/${person.id}/orders/${program.orderId}/refund`)
    expect((await money('day')).groups).toMatchObject([
      { key: today(), paid: 2, paidTiyn: 5_500_000, refunded: 1 },
    ])
    expect((await money('product')).groups).toEqual([
      { key: 'consultation', paid: 1, paidTiyn: 5_000_000, refunded: 0, refundedTiyn: 0, dueTiyn: 0 },
      { key: 'subscription', paid: 1, paidTiyn: 500_000, refunded: 1, refundedTiyn: 500_000, dueTiyn: 0 },
    ])
    expect((await money('source')).total).toMatchObject({ paid: 2, refundedTiyn: 500_000 })
    const refunded = await call('GET', `/money/orders?from=${today()}&until=${today()}&state=refunded`)
    expect(refunded.json().orders.map(({ orderId }: { orderId: string }) => orderId)).toContain(
      program.orderId,
    )
    expect((await call('GET', '/money?from=2020-01-01&until=2026-01-01')).statusCode).toBe(400)
    expect(
      (await call('GET', `/money?from=${today()}&until=${today()}`, undefined, 'technician')).statusCode,
    ).toBe(403)
  })

  test('tells a program that was given from one’s own', async () => {
    const person = await givenPerson()
    const own = await buy(person, 'subscription')
    const gift = await buy(person, 'subscription')
    await sql`update orders set is_gift = true where id = ${gift.orderId}`.execute(desk.server.db)
    const { orders } = (
      await call('GET', `/money/orders?from=${today()}&until=${today()}`)
    ).json<MoneyOrders>()
    const isGift = new Map(orders.map((order) => [order.orderId, order.isGift]))
    expect([isGift.get(own.orderId), isGift.get(gift.orderId)]).toEqual([false, true])
  })

  test('counts neither the provider’s test mode nor the days that were sent of what was given back, to the day’s end', async () => {
    const { person, program } = await givenOrders()
    const tried = await buy(person, 'subscription')
    await open(person.id)
    for (const { orderId } of [program, tried]) {
      expect((await call('POST', `/people/${person.id}/orders/${orderId}/refund`)).statusCode).toBe(200)
    }
    await sql`update orders set test = true where id = ${tried.orderId}`.execute(desk.server.db)
    await sql`update order_acts set program_day = 2 where order_id = ${program.orderId}`.execute(
      desk.server.db,
    )
    const { ends } = almatyDays({ from: today(), until: today() })
    await sql`update orders set paid_at = ${ends}::timestamptz - interval '500 microseconds' where id = ${program.orderId}`.execute(
      desk.server.db,
    )
    expect((await money('day')).total).toEqual({
      ...{ paid: 2, paidTiyn: 5_500_000, refunded: 1, refundedTiyn: 300_000, dueTiyn: 0 },
    })
  })

  test('of today and of yesterday waits to be seen, without the provider’s test mode', async () => {
    const { program, consultation } = await givenOrders()
    const tried = await buy(await givenPerson(), 'subscription')
    await sql`update orders set test = true where id = ${tried.orderId}`.execute(desk.server.db)
    const { begins } = almatyDays({ from: today(), until: today() })
    const paidBefore = ({ orderId }: { orderId: string }, before: string) =>
      sql`update orders set paid_at = ${begins}::timestamptz - ${before}::interval where id = ${orderId}`.execute(
        desk.server.db,
      )
    await paidBefore(program, '1 day')
    await paidBefore(consultation, '1 day 1 millisecond')
    const { paid } = (await call('GET', '/today')).json<Today>()
    expect(paid).toMatchObject({ count: 1, rows: [{ orderId: program.orderId }] })
  })

  test('is compared with the provider’s registry, be it in the letters of Windows', async () => {
    const { program, consultation } = await givenOrders()
    const head = Buffer.from([0xcd, 0xee, 0xec, 0xe5, 0xf0, 0x20, 0xf1, 0xf7, 0xe5, 0xf2, 0xe0]) // Номер счета
    const rest = Buffer.from([0xd1, 0xf3, 0xec, 0xec, 0xe0]) // Сумма
    const file = Buffer.concat([
      ...[
        head,
        Buffer.from(';'),
        rest,
        Buffer.from(`\r\n${program.invId};5 000,00\r\n${consultation.invId};4 000,00\r\n`),
      ],
    ])
    const compared = await call('POST', '/money/registry', { file: file.toString('base64') })
    expect(compared.json<RegistryResponse>()).toMatchObject({
      outcome: 'compared',
      agreed: 1,
      differences: [
        {
          kind: 'amount',
          invId: consultation.invId,
          thereTiyn: 400_000,
          hereTiyn: 5_000_000,
          name: 'Айгерим',
        },
      ],
    })
    const misdated = await call('POST', '/money/registry', {
      file: Buffer.from(`InvId;Сумма;Дата\n${program.invId};5000,00;11.22.2026`).toString('base64'),
    })
    expect(misdated.json<RegistryResponse>()).toMatchObject({
      ...{ outcome: 'compared', agreed: 1, from: null },
      differences: [{ kind: 'no_such_day', invId: program.invId, name: 'Айгерим' }],
    })
    const nothing = await call('POST', '/money/registry', {
      file: Buffer.from('PK\u0003\u0004').toString('base64'),
    })
    expect(nothing.json()).toEqual({ outcome: 'unreadable', lacks: ['number', 'amount'] })
    const many = await call('POST', '/money/registry', {
      file: Buffer.from(`InvId;OutSum\n${'7;5000\n'.repeat(10_001)}`).toString('base64'),
    })
    expect(many.json()).toEqual({ outcome: 'too_many' })
  })

  test('that was paid for a consultation waits for a time, which can be given, held and taken back', async () => {
    const { person, consultation } = await givenOrders()
    const steer = async (action: object) => {
      const answer = await call('POST', `/consultations/${consultation.orderId}`, action)
      const { consultations } = answer.json<DeskConsultations>()
      return consultations?.find(({ orderId }) => orderId === consultation.orderId) ?? answer.json()
    }
    const arranged = async () => (await find(person.email)).map(({ toArrange }) => toArrange)
    expect(await arranged()).toEqual([true])
    const startsAt = new Date(Date.now() - 60_000).toISOString()
    expect(await steer({ action: 'arrange', startsAt })).toMatchObject({ state: 'arranged', startsAt })
    expect(await arranged()).toEqual([false])
    const later = new Date(Date.now() - 30_000).toISOString()
    expect(await steer({ action: 'arrange', startsAt: later })).toMatchObject({ startsAt: later })
    // Taken back by whoever arranged the first time, who has not seen the second.
    const expected = { state: 'arranged', startsAt }
    expect(await steer({ action: 'release', expected })).toMatchObject({ code: 'mark_conflict' })
    expect(
      await steer({ action: 'arrange', startsAt, expected: { ...expected, startsAt: later } }),
    ).toMatchObject({ startsAt })
    expect(await steer({ action: 'hold' })).toMatchObject({ state: 'held' })
    expect(await steer({ action: 'release' })).toMatchObject({ code: 'invalid_input' })
    expect(await steer({ action: 'unhold' })).toMatchObject({ state: 'arranged' })
    expect(await steer({ action: 'release' })).toMatchObject({ state: 'to_arrange', startsAt: null })
    expect(await arranged()).toEqual([true])
  })

  // The last one: what it leaves, the desk would be long in taking up.
  test('is compared with the registry past what is read at once, also of one instant', async () => {
    const { rows } = await sql<{ inv_id: number }>`
      insert into orders (product, price_tiyn, charge_tiyn, state, test, paid_at)
      select 'subscription', 500000, 500000, 'paid', false, '2026-03-05T12:00:00.123456Z' from generate_series(1, 520)
      returning inv_id`.execute(desk.server.db)
    const lines = rows.slice(0, 10).map(({ inv_id }) => `${inv_id};5000;2026-03-05`)
    const file = Buffer.from(['InvId;OutSum;Дата', ...lines].join('\n')).toString('base64')
    const compared = (await call('POST', '/money/registry', { file })).json<RegistryResponse>()
    if (compared.outcome !== 'compared') throw new Error(compared.outcome)
    expect(compared).toMatchObject({ rows: 10, agreed: 10, agreedTiyn: 5_000_000 })
    const missing = compared.differences.flatMap(({ kind, invId }) => (kind === 'missing_there' ? invId : []))
    expect(missing.toSorted()).toEqual(
      rows
        .slice(10)
        .map(({ inv_id }) => inv_id)
        .toSorted(),
    )
  })
})
