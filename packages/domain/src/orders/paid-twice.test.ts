import { expect, it } from 'vitest'
import { type EarlierPurchase, isPaidTwice } from './paid-twice.ts'

const buyer = { userId: 'aigerim', email: 'aigerim@example.kz', phone: '+7 701 000 00 03' }
const first: EarlierPurchase = { product: 'subscription', test: false, isGift: false, buyer, isRunning: true }
const second = { ...first, isWantedAgain: false }

it.each([
  ['on a phone without signing in', { buyer: { ...buyer, userId: null } }, {}],
  ['with the number typed otherwise', { buyer: { ...buyer, phone: '8 (701) 000-00-03' } }, {}],
  [
    'with the address typed otherwise',
    { buyer: { ...buyer, userId: null, email: 'Aigerim@Example.kz' } },
    {},
  ],
  ['by an account whose address differs', { buyer: { ...buyer, email: 'other@example.kz' } }, {}],
  [
    'by an account that gave no number',
    { product: 'consultation', buyer: { ...buyer, phone: null } },
    { product: 'consultation', buyer: { ...buyer, phone: null } },
  ],
] as const)('a purchase is paid twice when it is paid again %s', (_, paid, earlier) => {
  expect(isPaidTwice({ ...second, ...paid }, { ...first, ...earlier })).toBe(true)
})

it.each([
  ['was asked for once more', { isWantedAgain: true }, {}],
  ['is a gift', { isGift: true }, {}],
  ['follows a gift', {}, { isGift: true }],
  ['follows one that is over', {}, { isRunning: false }],
  ['is of another product', { product: 'consultation' }, {}],
  ['is a test', { test: true }, {}],
  ['goes to another number', { buyer: { ...buyer, phone: '+77010000004' } }, {}],
  [
    'is of other people who share a number',
    { buyer: { ...buyer, userId: 'timur', email: 'timur@example.kz' } },
    {},
  ],
  [
    'shares an address alone, with no number',
    { product: 'consultation', buyer: { ...buyer, userId: null, phone: null } },
    { product: 'consultation', buyer: { ...buyer, phone: null } },
  ],
] as const)('a purchase is not paid twice when it %s', (_, paid, earlier) => {
  expect(isPaidTwice({ ...second, ...paid }, { ...first, ...earlier })).toBe(false)
})
