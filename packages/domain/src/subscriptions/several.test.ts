import { describe, expect, test } from 'vitest'
import { messagesLeft, movedWith, shownOf } from './several.ts'
import type { SubscriptionState } from './subscription.ts'

const bought = (
  day: number,
  state: SubscriptionState,
  currentDay = 0,
  phone: string | null = '77010000001',
) => ({
  createdAt: new Date(`2026-11-0${day}T10:00:00Z`),
  phone,
  progress: { state, currentDay },
})
const [running, newer] = [bought(1, 'active', 2), bought(2, 'active')]
const refunded = bought(3, 'cancelled')
const finished = bought(1, 'finished', 5)

describe('of several programs', () => {
  test.each([
    ['the one that runs, whatever was bought later', [refunded, running], running],
    ['of two that run the one bought first', [newer, running], running],
    ['one that runs before one that is over', [finished, newer], newer],
    ['of those that are over the newest', [refunded, finished], refunded],
    ['nothing where there is none', [], null],
  ])('the cabinet shows %s', (_, programs, shown) => {
    expect(shownOf(programs)).toBe(shown)
  })

  test('the messages to come are those of all that run', () => {
    expect(messagesLeft([running, newer, refunded, finished])).toBe(3 + 5)
    expect(messagesLeft([])).toBe(0)
  })

  test('those that write to the buyer’s own number follow them, and a gift stays', () => {
    const own = bought(1, 'active', 1, '77010000001')
    const gift = bought(2, 'active', 0, '77010000002')
    const mute = bought(3, 'active', 0, null)
    expect(movedWith([gift, own, mute], null)).toEqual([own, mute])
    expect(movedWith([gift, own], '77010000002')).toEqual([gift, own])
  })
})
