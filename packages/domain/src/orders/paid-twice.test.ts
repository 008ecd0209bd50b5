import { expect, it } from 'vitest'
import { type EarlierPurchase, findOriginal, isPaidTwice, isPausedFor } from './paid-twice.ts'

const buyer = { userId: 'aigerim', email: 'aigerim@example.kz', phone: '+7 701 000 00 03' }
const first: EarlierPurchase = {
  ...{ product: 'subscription', test: false, isGift: false, buyer },
  ...{ isPlacedSignedIn: true, isRunning: true },
}
const second = { ...first, isConfirmedDuplicate: false }

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
  ['was asked for once more', { isConfirmedDuplicate: true }, {}],
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

it.each([
  ['signed in, after one signed in', true, true, true],
  ['signed in, after one by a typed address alone', true, false, false],
  ['by a typed address alone, after one signed in', false, true, true],
  ['by a typed address alone, after another such', false, false, true],
])(
  'a duplicate placed %s: it is placed so %s, the first %s, and paused %s',
  (_, later, earlier, isPaused) => {
    expect(isPausedFor({ isPlacedSignedIn: later }, { isPlacedSignedIn: earlier })).toBe(isPaused)
  },
)

it('a purchase repeats the oldest, and rather one that pauses it', () => {
  const typed = { ...first, id: 'typed', isPlacedSignedIn: false }
  const [own, again] = [
    { ...first, id: 'own' },
    { ...first, id: 'again' },
  ]
  expect(findOriginal(second, [own, again])?.id).toBe('own')
  expect(findOriginal(second, [typed, own, again])?.id).toBe('own')
  expect(findOriginal(second, [typed])?.id).toBe('typed')
  expect(findOriginal({ ...second, isPlacedSignedIn: false }, [typed, own])?.id).toBe('typed')
  expect(findOriginal(second, [{ ...own, isRunning: false }])).toBeNull()
})
