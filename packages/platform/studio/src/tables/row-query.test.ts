import { expect, it } from 'vitest'
import { type Filter, type RowQuery, toKeyQuery, toQuery, totalOf } from './row-query.ts'
import type { Column } from './table-types.ts'

const plain: RowQuery = { columns: ['id', 'name'], filters: [], order: null, limit: 50, offset: 0 }
const queryOf = (asked: Partial<RowQuery>, keys: readonly string[] = []) =>
  decodeURIComponent(toQuery({ ...plain, ...asked }, keys).replaceAll('+', ' '))

it('asks for values as text, so that no number loses a digit', () => {
  expect(queryOf({})).toBe('select=id::text,name::text&limit=50')
})

it('orders by the key too, so that pages do not overlap', () => {
  expect(queryOf({ offset: 100 }, ['id'])).toBe('select=id::text,name::text&order=id.asc&limit=50&offset=100')
  expect(queryOf({ order: { column: 'name', isDescending: true } }, ['id'])).toContain(
    'order=name.desc.nullslast,id.asc',
  )
  expect(queryOf({ order: { column: 'id', isDescending: false } }, ['id'])).toContain(
    'order=id.asc.nullsfirst&',
  )
})

it.each<[Filter, string]>([
  [{ column: 'name', operator: 'eq', value: 'a,b' }, 'name=eq.a,b'],
  [{ column: 'name', operator: 'contains', value: 'as' }, 'name=ilike.*as*'],
  [{ column: 'name', operator: 'in', value: 'a, "b"' }, String.raw`name=in.("a","\"b\"")`],
  [{ column: 'name', operator: 'is null', value: 'left over' }, 'name=is.null'],
  [{ column: 'name', operator: 'is not null', value: '' }, 'name=not.is.null'],
  [{ column: 'my col.x', operator: 'gte', value: '5' }, '"my col.x"=gte.5'],
])('says %j as PostgREST reads it', (filter, condition) => {
  expect(queryOf({ filters: [filter] })).toContain(`&${condition}&`)
})

it('means a row by its whole key, and none without one', () => {
  const column = (name: string, isKey: boolean) => ({ name, isKey }) as Column
  const row = { a: '1', b: 'x&y', c: 'z' }
  expect(toKeyQuery([column('a', true), column('b', true), column('c', false)], row)).toBe(
    'a=eq.1&b=eq.x%26y',
  )
  expect(toKeyQuery([column('a', false)], row)).toBeNull()
})

it('means no row whose key the role may not read', () => {
  const keys = [
    { name: 'a', isKey: true },
    { name: 'slug', isKey: true },
  ] as Column[]
  expect(toKeyQuery(keys, { a: '1' })).toBeNull()
})

it.each([
  ['0-49/100000', 100_000],
  ['*/0', 0],
  ['0-49/*', null],
  [null, null],
])('reads how many there are from %j', (header, total) => {
  expect(totalOf(header)).toBe(total)
})
