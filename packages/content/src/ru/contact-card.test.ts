import { expect, it } from 'vitest'
import { contactCard } from './contact-card.ts'

const owner = {
  ...{
    name: 'ИП Ясная',
    iin: '800101400001',
    address: 'Алматы',
    phone: '+7 700 000 00 00',
    workingHours: 'пн–пт',
  },
  ...{ email: 'a,b@example.kz', supportWhatsapp: '77000000001', consultationWhatsapp: '77000000002' },
}

it('names the practice, its numbers and its address, a line each', () => {
  expect(contactCard(owner, 'https://example.kz').split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:;Ясный день;;;',
    'FN:Ясный день',
    'ORG:Ясный день',
    'TEL;TYPE=CELL:+77000000001',
    'TEL;TYPE=CELL:+77000000002',
    'EMAIL:a\\,b@example.kz',
    'URL:https://example.kz',
    'END:VCARD',
    '',
  ])
})

it('names one number once', () => {
  const card = contactCard({ ...owner, consultationWhatsapp: owner.supportWhatsapp }, 'https://example.kz')
  expect(card.match(/TEL/g)).toHaveLength(1)
})
