import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseCsv } from './parse-csv.ts'

it('reads quotes, commas, line ends and nulls', () => {
  const text = 'id,name,age\n1,"Tom, ""the""\ncat",NULL\r\n2,,"NULL"\n'
  expect(parseCsv(text)).toEqual([
    { id: '1', name: 'Tom, "the"\ncat', age: null },
    { id: '2', name: '', age: 'NULL' },
  ])
})

it.each(['a,b\n1', 'a\n1,2', 'a\n"1', 'a\n1"2'])('refuses %j', (text) => {
  expect(() => parseCsv(text)).toThrow()
})

it('gives back whatever was quoted', () => {
  const fields = fc.array(fc.string(), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fields, (values) => {
      const line = values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')
      const header = values.map((_, i) => `c${i}`).join(',')
      expect(Object.values(parseCsv(`${header}\n${line}`)[0] ?? {})).toEqual(values)
    }),
  )
})
