import type { Owner } from '@app/contracts/client-config'
import { describe, expect, it, test } from 'vitest'
import { type Block, type Inline, inlineText, plainText } from '../writing/rich-text.ts'
import { aboutPage } from './about.ts'
import { consentVersions, healthConsent, marketingConsent, messagesConsent } from './consent.ts'
import type { LegalPage } from './page.ts'
import { privacyPage } from './privacy.ts'
import { termsPage } from './terms.ts'

const owner: Owner = {
  name: 'Индивидуальный предприниматель Ясная Айгуль',
  iin: '800101400001',
  address: 'г. Алматы, ул. Садовая, 1',
  email: 'hello@example.kz',
  phone: '+7 700 000 00 00',
  workingHours: 'пн–пт, 10:00–19:00',
  supportWhatsapp: '77000000001',
  consultationWhatsapp: '77000000002',
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')
const textOf = (page: LegalPage) =>
  plain(
    [
      page.title,
      inlineText(page.intro),
      ...page.sections.flatMap((s) => [s.title, plainText(s.blocks)]),
    ].join('\n'),
  )

function links(page: LegalPage): string[] {
  const inBlock = (block: Block): readonly Inline[] =>
    block.kind === 'list' ? block.items.flat() : block.content
  return [...page.intro, ...page.sections.flatMap((section) => section.blocks.flatMap(inBlock))].flatMap(
    (piece) => (typeof piece === 'string' ? [] : [piece.href]),
  )
}

test('the terms have nine sections and the policy ten, numbered in order', () => {
  expect(termsPage(owner).sections).toHaveLength(9)
  expect(privacyPage(owner).sections).toHaveLength(10)
  for (const page of [termsPage(owner), privacyPage(owner)]) {
    page.sections.forEach((section, index) => {
      expect(section.title.startsWith(`${index + 1}. `)).toBe(true)
    })
    expect(new Set(page.sections.map(({ id }) => id)).size).toBe(page.sections.length)
  }
})

test('the pages link to one another', () => {
  expect(links(termsPage(owner))).toEqual(expect.arrayContaining(['/about', '/privacy', '/']))
  expect(links(privacyPage(owner))).toEqual(expect.arrayContaining(['/about', '/terms', '/']))
})

test.each([
  ['about', aboutPage(owner)],
  ['terms', termsPage(owner)],
  ['privacy', privacyPage(owner)],
])('%s names the owner in full', (_, page) => {
  const text = textOf(page)
  for (const fact of [owner.name, owner.iin, owner.address, owner.email, owner.phone, owner.workingHours]) {
    expect(text).toContain(fact)
  }
  expect(text).toContain('24 часов')
  expect(links(page)).toContain('mailto:hello@example.kz')
  expect(links(page)).toContain('tel:+77000000000')
})

describe('the policy', () => {
  const text = textOf(privacyPage(owner))

  it.each([
    'отчёты о доставке — 30 дней, а то и другое в том виде, как передал WhatsApp, — 7 дней',
    'прислать чек-лист: 2 дня',
    'администраторов: 3 года, без имён',
    'прошёл робот: 30 дней',
    'Останутся записи о платежах',
    'отпечаток вашего номера',
  ])('says of what is kept «%s»', (phrase) => expect(text).toContain(phrase))
})

describe('the offer', () => {
  const text = textOf(termsPage(owner))

  it.each(['Robokassa', '3-D Secure', 'не видим', 'в электронном виде', 'на ту же карту', '10 рабочих дней'])(
    'says «%s»',
    (phrase) => expect(text).toContain(phrase),
  )

  it('gives prices in tenge and never in roubles', () => {
    expect(text).toContain('5 000 ₸')
    expect(text).toContain('50 000 ₸')
    expect(text).not.toMatch(/₽|рубл/i)
  })

  it('gives back a fifth of the program for each day that has not come', () => {
    expect(text).toContain('1 000 ₸ за каждый день')
  })
})

describe('the consents', () => {
  it.each([healthConsent(owner), marketingConsent(owner), messagesConsent(owner)])(
    '$id states what article 8(4) lists',
    (consent) => {
      const text = plain(plainText(consent.text))
      for (const word of ['Оператор', owner.iin, 'Данные', 'Третьи лица', 'Трансграничная передача: да'])
        expect(text).toContain(word)
      for (const word of ['открытых источниках: нет', 'Срок', '15 рабочих дней']) expect(text).toContain(word)
    },
  )

  it('are each under a version of its own that fits its column', () => {
    expect(healthConsent(owner).version).toBe(consentVersions.health)
    expect(marketingConsent(owner).version).toBe(consentVersions.marketing)
    expect(messagesConsent(owner).version).toBe(consentVersions.messages)
    expect(new Set(Object.values(consentVersions)).size).toBe(3)
    for (const version of Object.values(consentVersions)) expect(version.length).toBeLessThanOrEqual(40)
  })

  it('only the first speaks of health', () => {
    expect(plainText(healthConsent(owner).text)).toContain('о\u00a0здоровье')
    for (const other of [marketingConsent(owner), messagesConsent(owner)])
      expect(plainText(other.text)).not.toContain('здоровь')
  })
})
