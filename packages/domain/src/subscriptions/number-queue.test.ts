import { expect, test } from 'vitest'
import { holdsBack, type QueueCandidate } from './number-queue.ts'

const waiting: QueueCandidate = {
  id: 'b',
  boughtAt: new Date('2026-11-02T10:00:00Z'),
  lastSentOn: null,
  isGoing: true,
}
const earlier = { ...waiting, id: 'a', boughtAt: new Date('2026-11-01T10:00:00Z') }
const later = { ...waiting, id: 'c', boughtAt: new Date('2026-11-03T10:00:00Z') }

test.each([
  ['one bought earlier', earlier, true],
  ['one bought later', later, false],
  ['one bought at the same moment, by its id', { ...waiting, id: 'a' }, true],
  ['itself', waiting, false],
  ['an earlier one that is halted', { ...earlier, isGoing: false }, false],
  ['an earlier one that ended this morning', { ...earlier, isGoing: false, lastSentOn: '2026-11-05' }, true],
  ['an earlier one that ended yesterday', { ...earlier, isGoing: false, lastSentOn: '2026-11-04' }, false],
  ['a later one that wrote this morning', { ...later, lastSentOn: '2026-11-05' }, true],
])('a program to the same number waits today for %s: %#', (_, other, waits) => {
  expect(holdsBack(other, waiting, '2026-11-05')).toBe(waits)
})
