import { type IncidentFacts, type IncidentKind, incidentKinds, type Moment } from '@app/contracts/incidents'
import { type WeekFigures, weekOf } from '@app/domain/desk/weeks'
import { escapeHtml } from '@app/domain/escape-html'
import { describe, expect, it, test } from 'vitest'
import { sampleNutritionist } from '../nutritionist.ts'
import { incidentMessage } from './incidents.ts'
import { ownerAlertMessage, ownerOrderMail } from './owner-notice.ts'
import { receiptMail } from './receipt.ts'
import { refundNoteMail } from './refund-note.ts'
import { type CodeMailKind, renderMail } from './render-mail.ts'
import { unreachedNoteMail } from './unreached-note.ts'
import { weeklyMail } from './weekly.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

const owner = {
  name: 'Индивидуальный предприниматель Ясная Айгуль',
  iin: '800101400001',
  address: 'г. Алматы',
  email: 'hello@example.kz',
  phone: '+7 700 000 00 00',
  workingHours: 'пн–пт',
  supportWhatsapp: '77000000001',
  consultationWhatsapp: '77000000002',
}
const facts = {
  code: '123456',
  link: 'https://example.kz/auth/v1/verify?token=a&type=signup',
  expiresInSeconds: 600,
  siteUrl: 'https://example.kz',
  owner,
  changed: null,
}
const kinds: CodeMailKind[] = [
  'confirmation',
  'magic_link',
  'recovery',
  'invite',
  'email_change',
  'reauthentication',
]
const order = {
  product: 'consultation',
  chargeTiyn: 4_500_000,
  depositTiyn: 500_000,
  dueTiyn: 0,
  duplicateOf: null,
  invId: 1042,
  paidAt: new Date('2026-11-21T10:04:00Z'),
} as const

describe.each(kinds)('the letter %s', (kind) => {
  const mail = renderMail(kind, facts)

  it('shows the code on a line of its own and large', () => {
    expect(mail.text.split('\n')).toContain('123456')
    expect(mail.html).toMatch(/font-size:36px[^>]*>123456</)
  })

  it('says how long the code lives and what to do if it was somebody else', () => {
    expect(plain(mail.text)).toContain('Код действует 10 минут.')
    expect(mail.text).toMatch(/[Ее]сли (вы|письмо)/)
  })

  it('has no code in its subject', () => {
    expect(mail.subject).not.toMatch(/\d/)
    expect(mail.subject.length).toBeLessThanOrEqual(60)
  })
})

test('a change of address names both addresses, and is agreed to by its code alone', () => {
  const change = { from: 'old@example.kz', to: 'new@example.kz' }
  const mail = renderMail('email_change', { ...facts, change })
  expect(mail.text).toContain('Почта сейчас: old@example.kz')
  expect(mail.text).toContain('Новая почта: new@example.kz')
  expect(mail.html).not.toContain('/auth/v1/verify')
  expect(plain(mail.text)).toContain('никому не сообщайте код')
  expect(renderMail('email_change', { ...facts, change: { ...change, from: null } }).text).not.toContain(
    'Почта сейчас',
  )
})

test.each([
  ['password_changed', 'Пароль изменён — «Ясный день»'],
  ['phone_changed', 'Телефон для входа изменён — «Ясный день»'],
  ['factor_added', 'Добавлен второй шаг входа — «Ясный день»'],
  ['factor_removed', 'Второй шаг входа убран — «Ясный день»'],
  ['passkey_added', 'Добавлен ключ доступа — «Ясный день»'],
  ['passkey_removed', 'Ключ доступа убран — «Ясный день»'],
] as const)(
  '%s is told with the device, the time and what to do if it was somebody else',
  (kind, subject) => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36'
    const changed = { at: new Date('2026-11-21T10:04:00Z'), userAgent }
    const mail = renderMail(kind, { ...facts, code: '', link: '', changed })
    expect(mail.subject).toBe(subject)
    expect(plain(mail.text)).toContain('Когда: 21 ноября 2026 г., 15:04 по времени Алматы')
    expect(plain(mail.text)).toContain('Устройство: Chrome, Android')
    expect(plain(mail.text)).toMatch(/Если это были не вы.* «Забыли пароль\?» и введите код из письма/)
    expect(plain(mail.text)).toContain('апишите нам')
    expect(plain(mail.text)).toContain('Поддержка: hello@example.kz, +7 700 000 00 00')
    expect(mail.html).toContain('href="https://example.kz/profile"')
    const byProgram = renderMail(kind, { ...facts, changed: { ...changed, userAgent: null } })
    expect(byProgram.text).not.toContain('Устройство')
  },
)

test.each([
  [45, 'Код действует 45 секунд.'],
  [60, 'Код действует 1 минуту.'],
  [3600, 'Код действует 60 минут.'],
  [86_400, 'Код действует 24 часа.'],
])('a code that lives %s seconds is said to', (expiresInSeconds, sentence) => {
  expect(plain(renderMail('magic_link', { ...facts, expiresInSeconds }).text)).toContain(sentence)
})

test('a link is given where there is no page to type a code into, and is escaped', () => {
  expect(renderMail('magic_link', facts).html).not.toContain('/auth/v1/verify')
  expect(renderMail('confirmation', facts).html).toContain(
    'href="https://example.kz/auth/v1/verify?token=a&amp;type=signup"',
  )
  expect(renderMail('confirmation', facts).text).toContain(facts.link)
})

const noProgram = { hold: null, programFor: null, phone: null }
const plainOrder = { tasks: [], isGift: false, waits: false }

test('the receipt tells what was bought, the sum, the deposit, the number and whom to ask', () => {
  const mail = receiptMail({ ...order, ...noProgram, siteUrl: 'https://example.kz', owner })
  const text = plain(mail.text)
  for (const fact of [
    'Личная консультация',
    '45 000 ₸',
    '5 000 ₸',
    '1042',
    '21 ноября 2026 г., 15:04',
    owner.iin,
  ])
    expect(text).toContain(fact)
  expect(mail.html).toContain('https://wa.me/77000000002?text=')
  expect(mail.subject).toBe('Оплата получена — «Ясный день»')
})

test('the receipt names whoever holds the consultation, once the owner has said who', () => {
  const facts = { ...order, ...noProgram, siteUrl: 'https://example.kz', owner }
  const line = 'Кто с вами рядом: Имя и фамилия, нутрициолог, 8 лет практики. «Не ругаю и не запрещаю.'
  const named = receiptMail(facts, sampleNutritionist)
  for (const said of [named.text, named.html]) expect(plain(said)).toContain(line)
  expect(plain(receiptMail(facts, null).text)).not.toContain('Кто с вами рядом')
})

test('the receipt of a program leads to the cabinet', () => {
  const mail = receiptMail({
    ...order,
    product: 'subscription',
    depositTiyn: 0,
    hold: null,
    programFor: 'self',
    phone: null,
    siteUrl: 'https://example.kz',
    owner,
  })
  expect(mail.html).toContain('href="https://example.kz/profile"')
  expect(mail.html).not.toContain('wa.me')
})

test('a receipt says the same of a doctor to everybody who buys for themselves', () => {
  const facts = { ...order, ...noProgram, siteUrl: '', owner }
  const word = /Если результат теста советует сначала показаться врачу, начните с визита/
  expect(plain(receiptMail(facts).text)).toMatch(word)
  const program = { ...facts, product: 'subscription' as const, depositTiyn: 0 }
  expect(plain(receiptMail({ ...program, programFor: 'self' }).text)).toMatch(word)
  expect(plain(receiptMail({ ...program, programFor: 'gift' }).text)).not.toMatch(word)
  expect(plain(receiptMail({ ...program, programFor: 'self', hold: 'subcategory' }).text)).not.toMatch(word)
})

test('a receipt without a deposit does not speak of one', () => {
  expect(receiptMail({ ...order, ...noProgram, depositTiyn: 0, siteUrl: '', owner }).text).not.toContain(
    'Зачтено',
  )
})

test('the note of a refund names the order, and ends the messages of a program alone', () => {
  const note = { invId: 1042, owing: null, siteUrl: 'https://example.kz', owner }
  const program = plain(refundNoteMail({ ...note, product: 'subscription' }).text)
  for (const fact of ['1042', 'Сообщения программы больше не придут', 'https://example.kz/terms#refund'])
    expect(program).toContain(fact)
  expect(plain(refundNoteMail({ ...note, product: 'consultation' }).text)).not.toContain(
    'Сообщения программы',
  )
})

test.each([
  [false, 'на ваш номер', 'Номер WhatsApp'],
  [true, 'на который вы дарите', 'Подарок на номер'],
])(
  'the note of a number that is not reached says what to do and shows two digits, a gift: %s',
  (isGift, whose, row) => {
    const mail = unreachedNoteMail({
      ...{ invId: 1042, phone: '77051234567', isGift, siteUrl: 'https://example.kz', owner },
    })
    const text = plain(mail.text)
    for (const fact of ['1042', whose, `${row}: …67`, 'https://example.kz/profile', owner.email, owner.phone])
      expect(text).toContain(fact)
    expect(mail.html + text).not.toContain('1234567')
    expect(text).not.toMatch(/09:00|утром|день \d/)
  },
)

test('whoever owes a difference reads of it in the receipt, and in the note of the refund that made it', () => {
  const receipt = receiptMail({
    ...order,
    ...noProgram,
    depositTiyn: 0,
    dueTiyn: 500_000,
    siteUrl: '',
    owner,
  })
  expect(plain(receipt.text)).toContain('Осталась разница: 5 000 ₸')
  const owing = { invId: 1043, dueTiyn: 300_000 }
  const note = refundNoteMail({ product: 'subscription', invId: 1042, owing, siteUrl: '', owner })
  expect(plain(note.text)).toContain('заказ № 1043. Теперь за неё осталась разница: 3 000 ₸')
})

test.each(['subscription', 'consultation'] as const)(
  'of a %s that seems to be paid twice both are told',
  (product) => {
    const twice = { ...order, product, depositTiyn: 0, duplicateOf: 1041 }
    const receipt = receiptMail({ ...twice, ...noProgram, hold: 'paid_twice', siteUrl: '', owner })
    const buyer = { name: null, email: 'asel@example.kz', phone: null }
    const notice = ownerOrderMail({ ...twice, ...plainOrder, buyer, tasks: ['paid_twice'] })
    expect(receipt.subject).toMatch(/^Похоже, оплачено дважды/)
    expect(notice.subject).toMatch(/нужна ваша помощь/)
    for (const { text } of [receipt, notice]) {
      expect(plain(text)).toMatch(/похоже, (вы оплатили .*|оплачено )дважды/i)
      expect(plain(text)).toContain('Первый заказ: 1041')
      expect(plain(text)).not.toMatch(/ближайшим утром|Делать ничего не нужно/)
    }
    expect(plain(receipt.text)).toContain('Вернём всю сумму на ту же карту')
  },
)

test.each([
  ['a phone', { phone: '+77010000003', email: null }, /напишите первыми\./],
  [
    'an address alone',
    { phone: null, email: 'payer@example.kz' },
    /напишите первыми на почту из этого письма/,
  ],
])('of a paid consultation the owner is told of %s', (_, contact, words) => {
  const mail = ownerOrderMail({ ...order, ...plainOrder, buyer: { name: null, ...contact } })
  expect(plain(mail.text)).toMatch(words)
})

test('of a paid consultation of nobody the owner is told where an address may be, and of the refund', () => {
  const buyer = { name: null, email: null, phone: null }
  const mail = ownerOrderMail({ ...order, ...plainOrder, buyer, tasks: ['no_contact'] })
  expect(mail.subject).toMatch(/нужна ваша помощь/)
  expect(plain(mail.text)).not.toMatch(/напишите первыми/)
  expect(plain(mail.text)).toMatch(/в кабинете Robokassa.*почта плательщика.*верните там деньги/s)
})

test("the owner's notice names the buyer in the body only and leaves out what is unknown", () => {
  const mail = ownerOrderMail({
    ...order,
    buyer: { name: 'Асель', email: 'asel@example.kz', phone: null },
    dueTiyn: 0,
    ...plainOrder,
  })
  expect(mail.text).toContain('asel@example.kz')
  expect(mail.subject).not.toMatch(/Асель|@/)
  expect(mail.text).not.toContain('Телефон')
})

test("a person's name cannot become markup", () => {
  const name = `<img src=x onerror="alert('1')">&`
  const { html } = ownerOrderMail({
    ...order,
    buyer: { name, email: null, phone: null },
    dueTiyn: 0,
    ...plainOrder,
  })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')
  expect(escapeHtml('спокойный текст')).toBe('спокойный текст')
})

describe('of a gift', () => {
  const phone = '+77013334455'
  const gift = { ...order, product: 'subscription', depositTiyn: 0, phone, siteUrl: '', owner } as const

  test('the receipt tells where it goes, without the number, and promises the buyer nothing of their own', () => {
    const text = plain(receiptMail({ ...gift, hold: null, programFor: 'gift' }).text)
    expect(text).toContain('Подарок на номер: …55')
    expect(text).not.toContain('3334455')
    expect(text).toContain('Исправить его можно, пока первое сообщение не отправлено')
    expect(text).not.toContain('Сообщения придут на номер, который вы указали перед оплатой')
  })

  test('a receipt that has to wait for СТАРТ asks the one it is given to', () => {
    const text = plain(receiptMail({ ...gift, hold: 'opted_out', programFor: 'gift' }).text)
    expect(text).toContain('Попросите этого человека отправить нам в WhatsApp слово СТАРТ')
  })

  test('the owner is told whose the number is', () => {
    const buyer = { name: 'Асель', email: 'asel@example.kz', phone }
    const text = plain(
      ownerOrderMail({ ...gift, buyer, dueTiyn: 0, tasks: [], isGift: true, waits: false }).text,
    )
    expect(text).toContain('Имя: Асель')
    expect(text).toContain(`Подарок на номер: ${phone}`)
    expect(text).not.toContain('Телефон:')
    expect(text).toContain('номер в письме не покупателя')
  })
})

test('a second program for oneself is promised for no morning of the first one’s', () => {
  const second = { ...order, product: 'subscription', depositTiyn: 0, siteUrl: '', owner } as const
  const receipt = receiptMail({ ...second, hold: null, phone: null, programFor: 'self_later' })
  const text = plain(receipt.text)
  expect(text).toContain('начнётся на следующее утро после всех программ, купленных для этого номера раньше')
  expect(text).not.toContain('ближайшим утром')
  const buyer = { name: null, email: 'asel@example.kz', phone: null }
  const notice = ownerOrderMail({ ...second, buyer, dueTiyn: 0, tasks: [], isGift: false, waits: true })
  expect(plain(notice.text)).toContain('на следующее утро после другой программы')
})

test('a row is one line, whatever was said', () => {
  const buyer = { name: 'Айгерим\r\nОплачено: 0 ₸\u2028Ссылка: example.kz', email: null, phone: null }
  const mail = ownerOrderMail({ ...order, ...plainOrder, buyer })
  expect(mail.text).toMatch(/^Имя: Айгерим {2}Оплачено: 0 ₸ Ссылка: example\.kz$/m)
  expect(mail.html).toContain('>Айгерим  Оплачено: 0 ₸ Ссылка: example.kz<')
})

test('an alert carries its reference and nothing else', () => {
  expect(ownerAlertMessage('amount_mismatch', '1042').text).toContain('Номер: 1042')
  expect(ownerAlertMessage('receipt_failed').text).not.toContain('Номер:')
  const restored = plain(ownerAlertMessage('restored', '2026-11-21T10:04:00.000Z').text)
  expect(restored).toContain('Копия сделана: 21 ноября 2026 г., 15:04')
})

describe('an incident', () => {
  const facts = {
    count: 3,
    minutes: 21,
    hours: 27,
    days: 9,
    gigabytes: '1.5',
    host: 'clearday.kz',
    order: '17',
  }
  const tell = (kind: IncidentKind, moment: Moment, seen: IncidentFacts = facts) =>
    incidentMessage({ kind, moment, facts: seen, at: order.paidAt, siteUrl: 'https://clearday.kz' })

  test.each(incidentKinds)(
    'of %s says what happened, what it means and what to do, then that it is over',
    (kind) => {
      const opened = tell(kind, 'opened')
      expect(opened.text).toContain('Что делать: ')
      expect(opened.chat).toMatch(/^⚠️ /)
      expect(opened.chat.length).toBeLessThan(1500)
      expect(tell(kind, 'reminded').subject).toMatch(/^Всё ещё: /)
      expect(tell(kind, 'ended').chat).toMatch(/^✅ /)
      expect(tell(kind, 'ended').text).not.toContain('Что делать')
      for (const { text, html } of [opened, tell(kind, 'opened', {}), tell(kind, 'ended', {})]) {
        expect(text + html).not.toMatch(/undefined|null|NaN/)
      }
    },
  )

  test('names the numbers that were seen', () => {
    expect(tell('disk_low', 'opened').text).toContain('1,5')
    expect(plain(tell('jobs_stopped', 'opened').text)).toContain('21 минута')
    expect(plain(tell('certificate_soon', 'opened').text)).toContain('clearday.kz действует ещё 9 дней')
    expect(plain(tell('payments_waiting', 'opened').chat)).toContain('№ 17')
  })
})

describe('the weekly mail', () => {
  const nothing: WeekFigures = {
    ...{ visits: 0, saved: 0, checklist: 0, programs: 0, consultations: 0 },
    ...{ paid: 0, paidTiyn: 0, refunded: 0, refundedTiyn: 0 },
  }
  const tell = (figures: Partial<WeekFigures>, before: Partial<WeekFigures> = {}, waiting = 0) =>
    weeklyMail({
      week: weekOf('2026-11-30'),
      figures: { ...nothing, ...figures },
      before: { ...nothing, ...before },
      ...{ waiting, siteUrl: 'https://example.kz' },
    })

  test('names the week, and leads to the desk', () => {
    const mail = tell({})
    expect(plain(mail.subject)).toBe('Неделя 30 ноября – 6 декабря 2026 г. — «Ясный день»')
    expect(mail.html).toContain('href="https://example.kz/desk"')
    expect(mail.text).toContain('https://example.kz/desk')
  })

  test.each<[string, Partial<WeekFigures>, Partial<WeekFigures>, string]>([
    ['nothing twice', {}, {}, 'Начали: 0, как и неделей раньше'],
    ['the same', { visits: 7 }, { visits: 7 }, 'Начали: 7, как и неделей раньше'],
    ['the first', { visits: 7 }, {}, 'Начали: 7, неделей раньше — 0'],
    ['none any more', {}, { visits: 7 }, 'Начали: 0, неделей раньше — 7'],
    ['too few for a share', { visits: 12 }, { visits: 29 }, 'Начали: 12, на 17 меньше (было 29)'],
    ['enough for a share', { visits: 45 }, { visits: 30 }, 'Начали: 45, на 50 % больше (было 30)'],
    ['hardly another', { visits: 1001 }, { visits: 1000 }, 'Начали: 1001, на 1 больше (было 1000)'],
    [
      'money of few payments',
      { paidTiyn: 6_000_000 },
      { paidTiyn: 5_000_000, paid: 2 },
      'Оплачено: 60 000 ₸, на 10 000 ₸ больше (было 50 000 ₸)',
    ],
    [
      'money of many payments',
      { paidTiyn: 6_000_000 },
      { paidTiyn: 5_000_000, paid: 30 },
      'Оплачено: 60 000 ₸, на 20 % больше (было 50 000 ₸)',
    ],
    [
      'money given back for the first time',
      { refundedTiyn: 500_000 },
      {},
      'Возвращено: 5 000 ₸, неделей раньше — 0 ₸',
    ],
  ])('tells of %s', (_, figures, before, line) => {
    const { text, html } = tell(figures, before)
    expect(plain(text).split('\n')).toContain(line)
    expect(plain(html)).toContain(escapeHtml(line.slice(line.indexOf(': ') + 2)))
  })

  test.each([
    [0, 'никто'],
    [1, '1 человек'],
    [3, '3 человека'],
    [11, '11 человек'],
  ])('says of %i who wait: %s', (waiting, words) => {
    expect(plain(tell({}, {}, waiting).text)).toContain(`Ждут вашего ответа: ${words}\n`)
  })
})

describe('the page of every mail', () => {
  const { html } = receiptMail({
    ...order,
    ...{ hold: null, programFor: null, phone: null, siteUrl: 'https://example.kz', owner },
  })

  it('keeps a short name in one piece, so that a number stands beside it', () => {
    expect(html).toContain('>Номер\u00a0заказа<')
  })

  it('has a button for Outlook and one for everybody else, and both lead to the same place', () => {
    const hrefs = [...html.matchAll(/<(?:v:roundrect|a class="pill")[^>]* href="([^"]+)"/g)].map(
      ([, href]) => href,
    )
    expect(hrefs).toHaveLength(2)
    expect(new Set(hrefs).size).toBe(1)
  })

  it('lays nothing out by its style sheet, which only darkens', () => {
    const [, css = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? []
    expect(css).not.toMatch(/width|padding|margin|display|font/)
    for (const name of html.matchAll(/ class="([^"]+)"/g)) {
      for (const each of (name[1] ?? '').split(' ')) expect(css).toContain(`.${each}{`)
    }
  })

  it('makes the addresses in its small print links, and takes no picture from anywhere', () => {
    expect(html).toContain('href="https://example.kz/terms#refund"')
    expect(html).not.toMatch(/<img|url\(/)
  })
})
