import { expect, it } from 'vitest'
import { changedIn, type Draft, draftOf, toBody } from './draft.ts'
import type { Column } from './table-types.ts'

const columns = [
  { name: 'id', type: 'bigint' },
  { name: 'facts', type: 'jsonb' },
  { name: 'name', type: 'text' },
] as Column[]
const row = { id: '9007199254740993', facts: '{"n": 9007199254740993}', name: null }
const namesOf = (changed: readonly Column[]) => changed.map(({ name }) => name)

it('writes of a row what was changed alone', () => {
  const draft = draftOf(columns, row)
  expect(changedIn(columns, draft, row)).toEqual([])
  const changed: Draft = { ...draft, name: { kind: 'text', text: '' }, facts: { kind: 'null' } }
  expect(namesOf(changedIn(columns, changed, row))).toEqual(['facts', 'name'])
  expect(toBody(changedIn(columns, changed, row), changed)).toBe('{"facts":null,"name":""}')
})

it('writes of a new row what was said alone, NULL too', () => {
  const draft: Draft = { ...draftOf(columns, null), name: { kind: 'null' } }
  expect(toBody(changedIn(columns, draft, null), draft)).toBe('{"name":null}')
})

it('keeps every digit of a number, and every document as it was typed', () => {
  const draft = draftOf(columns, row)
  expect(toBody(columns.slice(0, 2), draft)).toBe('{"id":"9007199254740993","facts":{"n": 9007199254740993}}')
})

it('names the column whose document is none', () => {
  const draft: Draft = { facts: { kind: 'text', text: '{oops' } }
  expect(() => toBody(columns.slice(1, 2), draft)).toThrow('facts is no JSON document.')
})
