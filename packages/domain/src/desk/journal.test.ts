import { expect, test } from 'vitest'
import { changedFacts, journalActionOf } from './journal.ts'

test.each([
  ['answers_read', undefined, 'answers_read'],
  ['person_changed', undefined, 'person_changed'],
  ['person_changed', 'program_pause', 'program_pause'],
  ['person_exported', 'exported', 'person_exported'],
  ['person_changed', 'something of tomorrow', 'other'],
  ['something of tomorrow', undefined, 'other'],
])('of %s, %s the journal tells as %s', (written, did, told) => {
  expect(journalActionOf(written, did)).toBe(told)
})

test('of a change what differs is told, and nothing that is no fact of the journal', () => {
  const before = { status: 'new', tags: 1, nextContactOn: null, category: 'A1' }
  const after = { status: 'new', tags: 2, nextContactOn: '2026-11-25', category: 'B2', note: 'Щитовидка' }
  expect(changedFacts(before, after)).toEqual([
    { fact: 'tags', before: 1, after: 2 },
    { fact: 'nextContactOn', before: null, after: '2026-11-25' },
  ])
})
