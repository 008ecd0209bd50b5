import { aigerim } from '@app/testing/people'
import { expect, test } from 'vitest'
import { resultText } from '../results.ts'
import { sampleOwner } from '../sandbox/sample-owner.ts'
import { ownDataPage } from './own-data-page.ts'

const exportedAt = '2026-11-23T10:00:00Z'
const page = (tables: Record<string, unknown>, account: unknown = { email: 'dana@example.kz' }) =>
  ownDataPage({ exportedAt, account, tables }, sampleOwner)
const plain = (html: string) => html.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')

test('days, sums, states and answers are written as a person reads them', () => {
  const text = plain(
    page({
      quiz_leads: [
        {
          created_at: '2026-11-22T20:30:00.12+00:00',
          quiz_answers: { height: 165, gender: 'female', of_another_year: 'x' },
          scores: { A: 1 },
        },
      ],
      orders: [
        { inv_id: 7, product: 'subscription', state: 'paid', charge_tiyn: 500_000, paid_at: null, turn: 3 },
      ],
      consents: [
        { kind: 'marketing', act: 'withdrawn', accepted_at: exportedAt, version: 'marketing-2026-11' },
      ],
      messages: [{ kind: 'answer', text: 'Да', status: 'read' }],
      visits: [],
    }),
  )
  for (const part of [
    '<dt>Почта</dt><dd>dana@example.kz</dd>',
    '<dt>Когда прошли</dt><dd>23 ноября 2026 г., 01:30</dd>',
    '<dt>Ваш пол</dt><dd>Женский</dd><dt>Ваш рост</dt><dd>165 см</dd><dt>of_another_year</dt><dd>x</dd>',
    '<dt>Что</dt><dd>Программа</dd><dt>Состояние</dt><dd>Оплачено</dd><dt>Сумма заказа</dt><dd>5 000 ₸</dd>',
    '<dt>На что</dt><dd>Советы и предложения</dd><dt>Что сделали</dt><dd>отозвали</dd>',
    'Собраны 23 ноября 2026 г., 15:00 по времени Алматы.',
    '<dt>Редакция текста</dt><dd>ноября 2026</dd>',
    '<dt>Доставка</dt><dd>прочитано</dd>',
    sampleOwner.iin,
  ])
    expect(text).toContain(part)
  for (const part of ['scores', 'turn', 'Оплатили', 'Как проходили тест', 'null', 'undefined', 'Invalid'])
    expect(text).not.toContain(part)
})

test('what services told is told to a person: no place that is not known, no signature, no letters for a result', () => {
  const text = plain(
    page({
      quiz_leads: [
        { country: 'Unknown', city: 'Алматы', category: 'AA2', quiz_answers: aigerim.answers },
        { category: 'CC1', quiz_answers: { height: 165 } },
      ],
      orders: [{ id: 'one', inv_id: 20, phone: '77010000005' }],
      order_intents: [{ order_id: 'one' }, { order_id: 'gone' }],
      payment_events: [
        { body: 'OutSum=5000.000000&InvId=20&Fee=1&SignatureValue=ABC&EMail=dana%40example.kz' },
        { body: '<OperationStateResponse/>' },
      ],
    }),
  )
  const { title, kind } = resultText({ mainCategory: 'A', subCategory: 'A2' }, aigerim.answers)
  for (const part of [
    '<dt>Город</dt><dd>Алматы</dd>',
    plain(`<dt>Результат</dt><dd>${title}. ${kind}</dd>`),
    '<dt>Результат</dt><dd>C1</dd>',
    '<dt>Номер, который указали при покупке</dt><dd>77010000005</dd>',
    '<h2>Начатые оплаты</h2>\n<dl><dt>Номер заказа</dt><dd>20</dd></dl>\n<dl></dl>',
    '<dd>оплата 5 000 ₸, заказ № 20, dana@example.kz</dd>',
    '<dd>ответ о том, что стало с платежом</dd>',
  ])
    expect(text).toContain(part)
  for (const part of ['Unknown', 'Signature', 'ABC', 'Operation']) expect(text).not.toContain(part)
})

test('a gift is told from a program of one’s own, and its number is that of whom it is given to', () => {
  const orders = [
    { id: 'one', inv_id: 5, product: 'subscription', is_gift: false, phone: '77010000005' },
    { id: 'two', inv_id: 6, product: 'subscription', is_gift: true, phone: '77052220002' },
  ]
  const text = plain(page({ orders, subscriptions: [{ order_id: 'two', current_day: 1 }] }))
  expect(text).toContain(
    '<dd>Программа</dd><dt>Подарок</dt><dd>да</dd><dt>Номер того, кому дарите</dt><dd>77052220002</dd>',
  )
  expect(text).toContain('<dd>Программа</dd><dt>Номер, который указали при покупке</dt><dd>77010000005</dd>')
  expect(text).toContain('<h2>Программа</h2>\n<dl><dt>Номер заказа</dt><dd>6</dd>')
})

test('what people typed is text, wherever it stands, and the file neither runs nor loads anything', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`
  const html = page(
    {
      quiz_leads: [
        { name: evil, created_at: evil, ownership: evil, quiz_answers: { [evil]: evil, gender: [evil] } },
      ],
      desk_people: [{ tags: [evil, evil], status: evil }],
      payment_events: [{ body: { [evil]: evil } }],
      of_another_year: [{ [evil]: evil }],
    },
    { email: evil },
  )
  expect(html).not.toMatch(/<(?:script|img)/)
  expect(html.match(/<[a-z]+[^<>]*\s(?:src|href|on\w+)=/)).toBeNull()
  expect(html).toContain(`default-src 'none'`)
  expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(10)
})

test('a table that has no words yet is not kept back', () => {
  const html = page({ of_another_year: [{ color: 'синий' }], empty_one: [], visits: 'no list' })
  expect(html).toContain('of_another_year')
  expect(html).toContain('синий')
  expect(html).not.toContain('empty_one')
})
