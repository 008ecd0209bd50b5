import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canCorrectPhone,
  isGift,
  isOwnNumber,
  listedPrograms,
  messagesLeft,
  programsFollowingAccount,
} from './account-programs.ts'
import { type SubscriptionState, subscriptionStates } from './subscription.ts'

const bought = (
  day: number,
  state: SubscriptionState,
  currentDay = 0,
  phone: string | null = '77010000001',
  isGift = false,
) => ({
  createdAt: new Date(`2026-11-0${day}T10:00:00Z`),
  phone,
  isGift,
  progress: { state, currentDay },
})
const [running, newer] = [bought(1, 'active', 2), bought(2, 'active')]
const refunded = bought(3, 'cancelled')
const finished = bought(1, 'finished', 5)
const gift = bought(2, 'active', 1, '77010000002', true)

describe('of several programs', () => {
  test.each([
    ['those that run in the order they were bought', [newer, running], [running, newer]],
    [
      'one’s own before a gift that was bought first',
      [bought(3, 'active'), gift],
      [bought(3, 'active'), gift],
    ],
    ['a finished one beside a gift under way', [gift, finished], [gift, finished]],
    ['none that was given back before its first message', [refunded, finished], [finished]],
    [
      'one that was stopped on its way',
      [bought(3, 'cancelled', 2), running],
      [running, bought(3, 'cancelled', 2)],
    ],
    ['the stopped one where it is all there is', [refunded], [refunded]],
    ['nothing where there is none', [], []],
  ])('the cabinet shows %s', (_, programs, shown) => {
    expect(listedPrograms(programs)).toEqual(shown)
  })

  test('none under way is left out, and none is shown twice', () => {
    const program = fc
      .record({
        day: fc.integer({ min: 1, max: 9 }),
        state: fc.constantFrom(...subscriptionStates),
        currentDay: fc.integer({ min: 0, max: 5 }),
        isGift: fc.boolean(),
      })
      .map(({ day, state, currentDay, isGift }) => bought(day, state, currentDay, null, isGift))
    fc.assert(
      fc.property(fc.array(program, { maxLength: 8 }), (programs) => {
        const listed = listedPrograms(programs)
        expect(new Set(listed).size).toBe(listed.length)
        expect(listed.length > 0).toBe(programs.length > 0)
        for (const each of programs) {
          if (each.progress.state === 'active' || each.progress.state === 'finished')
            expect(listed).toContain(each)
        }
      }),
    )
  })

  test('the messages to come are those of all that run', () => {
    expect(messagesLeft([running, newer, refunded, finished])).toBe(3 + 5)
    expect(messagesLeft([])).toBe(0)
  })

  test('those that write to the buyer’s own number follow them, and a gift stays', () => {
    const own = bought(1, 'active', 1, '77010000001')
    const elsewhere = bought(2, 'active', 0, '77010000002')
    const mute = bought(3, 'active', 0, null)
    expect(programsFollowingAccount([elsewhere, own, mute], null)).toEqual([own, mute])
    expect(programsFollowingAccount([elsewhere, own], '77010000002')).toEqual([elsewhere, own])
    expect(programsFollowingAccount([gift, own], '77010000002')).toEqual([own])
    expect(programsFollowingAccount([bought(1, 'active', 0, '77010000002', true), own], null)).toEqual([own])
  })
})

describe('another program', () => {
  test.each([
    ['for a number of nobody’s', '77010000009', [running], null, true],
    ['for the number of a program of one’s own', '77010000001', [running], null, false],
    ['for one’s own number, whose program is over', '77010000001', [finished, gift], null, false],
    ['for the account’s number', '77010000005', [running], '77010000005', false],
    ['for a number that one gave a program to before', '77010000002', [running, gift], null, true],
    ['without a number', null, [running], null, false],
    ['of a buyer whose own number nobody knows', '77010000009', [], null, false],
  ])('%s is a gift: %s', (_, phone, programs, accountPhone, expected) => {
    expect(isGift(phone, programs, accountPhone)).toBe(expected)
  })
})

test.each([
  ['before its first message', bought(1, 'active', 0), {}, true],
  ['while a message is on its way', bought(1, 'active', 0), { isOnItsWay: true }, false],
  ['once it has begun', bought(1, 'active', 1), {}, false],
  ['when it has begun and is not reached', bought(1, 'active', 1), { isUndeliverable: true }, true],
  ['when it was stopped', refunded, { isUndeliverable: true }, false],
  ['when it follows its buyer', bought(1, 'active', 0), { follows: true, isUndeliverable: true }, false],
])('a number can be mended %s: %#', (_, { progress }, facts, expected) => {
  const { isUndeliverable, ...how } = { follows: false, isOnItsWay: false, isUndeliverable: false, ...facts }
  expect(canCorrectPhone({ progress: { ...progress, isUndeliverable } }, how)).toBe(expected)
})

test('a gift goes to none of its buyer’s numbers, whichever of their programs writes there', () => {
  const programs = [bought(1, 'active', 1, '77010000001'), bought(2, 'active', 0, '77010000003'), gift]
  for (const own of ['77010000001', '77010000003', '77010000009']) {
    expect(isOwnNumber(own, programs, '77010000009')).toBe(true)
    expect(isGift(own, programs, '77010000009')).toBe(false)
  }
  expect(isOwnNumber('77010000002', programs, '77010000009')).toBe(false)
  expect(isOwnNumber(null, programs, null)).toBe(false)
})
