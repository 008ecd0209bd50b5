import { describe, expect, test } from 'vitest'
import {
  type KnownOrder,
  parseProviderReport,
  parseProviderReportInSteps,
  reconcileRegistry,
} from './registry.ts'

describe('a registry is read', () => {
  test.each([
    [
      'with semicolons and commas in sums',
      'Номер счёта;Дата оплаты;Сумма платежа\n12;20.11.2026 10:04;5 000,00\n',
    ],
    ['with commas and quotes', '"InvId","OutSum","Дата"\r\n"12","5000.000000","2026-11-20 10:04:00"\r\n'],
    [
      'below lines about the shop',
      'Магазин;Ясный день\nПериод;ноябрь\nInvID;Дата;Сумма\n12;20.11.2026;5000\nИтого;;5000',
    ],
  ])('%s', (_, text) => {
    expect(parseProviderReport(text)).toMatchObject({
      outcome: 'read',
      rows: [{ invId: 12, amountTiyn: 500_000, paidOn: '2026-11-20', isRefunded: false }],
    })
  })

  test.each([
    ['Номер счета;Сумма комиссии;Сумма', '7;100,00;5000,00'],
    ['Номер счета;Сумма комиссии, тг;Сумма, тг', '7;100,00;5000,00'],
    ['Номер счета;Сумма;Сумма комиссии', '7;5000,00;100,00'],
    ['Номер счета;Сумма комиссии;Сумма к зачислению', '7;100,00;5000,00'],
  ])('with the sum itself and not the fee: %s', (head, row) => {
    expect(parseProviderReport(`${head}\n${row}`)).toMatchObject({
      rows: [{ invId: 7, amountTiyn: 500_000 }],
    })
  })

  test.each(['11.22.2026', '2026-02-30 10:04', '29.02.2027', '00.01.2026', '0000-01-01', '9999-99-99'])(
    'with no day where it names one that there is not: %s',
    (day) => {
      expect(
        parseProviderReport(`InvId;Дата;Сумма\n7;${day};5000\n8;29.02.2028;5000\n9;;5000`),
      ).toMatchObject({
        rows: [
          { invId: 7, paidOn: null, hasNoSuchDay: true },
          { invId: 8, paidOn: '2028-02-29', hasNoSuchDay: false },
          { invId: 9, paidOn: null, hasNoSuchDay: false },
        ],
      })
    },
  )

  test('with what was given back, by its word or by its sign', () => {
    const text = 'Номер заказа;Сумма;Статус\n1;5000;Возврат\n2;-5000;Проведён'
    expect(parseProviderReport(text)).toMatchObject({
      rows: [{ isRefunded: true }, { isRefunded: true, amountTiyn: 500_000 }],
    })
  })

  test.each([
    ['Привет, мир', ['number', 'amount']],
    ['Сумма\n5000', ['number']],
    ['', ['number', 'amount']],
  ])('%j is not', (text, lacks) => {
    expect(parseProviderReport(text)).toEqual({ outcome: 'unreadable', lacks })
  })
})

describe('a registry of many rows', () => {
  const registry = (rows: number) => `InvId;OutSum\n${'7;5000\n'.repeat(rows)}`

  test('is read in steps, so that others are served in between', () => {
    expect([...parseProviderReportInSteps(registry(10_000))]).toHaveLength(50)
    expect(parseProviderReport(registry(10_000))).toMatchObject({ outcome: 'read', skipped: 0 })
  })

  test('is not read to its end when it is nobody’s', () => {
    expect(parseProviderReport(registry(10_001))).toEqual({ outcome: 'too_many' })
    expect([...parseProviderReportInSteps(registry(200_000))]).toHaveLength(50)
  })
})

test('a cell that no registry has is not looked through for minutes', () => {
  const text = `InvId;OutSum;${'дата'.repeat(400_000)}\n7;5000,00;21.11.2026`
  expect(parseProviderReport(text)).toMatchObject({
    outcome: 'read',
    rows: [{ invId: 7, amountTiyn: 500_000 }],
  })
})

describe('payments there and orders here', () => {
  const order = (invId: number, changes: Partial<KnownOrder> = {}): KnownOrder => ({
    ...{ invId, state: 'paid', chargeTiyn: 500_000, paidOn: '2026-11-20' },
    ...changes,
  })
  const there = (invId: number, changes = {}) => ({
    ...{ invId, amountTiyn: 500_000, paidOn: '2026-11-20', isRefunded: false, hasNoSuchDay: false },
    ...changes,
  })

  test('agree', () => {
    expect(
      reconcileRegistry([there(1), there(2)], [order(1), order(2, { state: 'refunded' })]),
    ).toMatchObject({
      agreed: 2,
      agreedTiyn: 1_000_000,
      differences: [],
    })
  })

  test.each([
    ['unknown_here', [there(9)], []],
    ['not_paid_here', [there(1)], [order(1, { state: 'expired', paidOn: null })]],
    ['amount', [there(1, { amountTiyn: 100_000 })], [order(1)]],
    ['twice_there', [there(1), there(1)], [order(1)]],
    ['refunded_there', [there(1), there(1, { isRefunded: true })], [order(1)]],
    ['no_such_day', [there(1, { paidOn: null, hasNoSuchDay: true })], [order(1)]],
    ['missing_there', [there(1)], [order(1), order(2)]],
  ])('differ: %s', (kind, rows, orders) => {
    expect(reconcileRegistry(rows, orders).differences.map((difference) => difference.kind)).toEqual([kind])
  })

  test.each([
    ['what was paid here', [order(1)], { hereTiyn: 500_000 }],
    ['nothing of what was not', [order(1, { state: 'expired', paidOn: null })], {}],
  ])('twice there say %s', (_, orders, here) => {
    const { differences } = reconcileRegistry([there(1), there(1)], orders)
    expect(differences.at(-1)).toEqual({ kind: 'twice_there', invId: 1, thereTiyn: 500_000, ...here })
  })

  test('are not missed outside of the registry’s days, nor where it has none', () => {
    expect(reconcileRegistry([there(1)], [order(1), order(2, { paidOn: '2026-11-21' })]).differences).toEqual(
      [],
    )
    expect(reconcileRegistry([there(1, { paidOn: null })], [order(1), order(2)]).differences).toEqual([])
  })
})
