import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, parseCsv } from './csv.ts'

test.each([
  [
    'a;b\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\ufeffa,b\r\n1,"2,5"\r\n',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    'a\tb\n\n1\t2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\n"он сказал ""да""";"две\nстроки"',
    [
      ['a', 'b'],
      ['он сказал "да"', 'две\nстроки'],
    ],
  ],
  ['', []],
])('%j is read', (text, rows) => {
  expect(parseCsv(text)).toEqual(rows)
})

test.each(['=1+1', '+7701', '-1', '@sum', '\t=1', '\r=1'])('%j is no formula', (value) => {
  expect(csvCell(value).replace(/^"/, '')).toMatch(/^'/)
})

test('whatever is written is read again', () => {
  const cell = fc
    .string()
    .filter((text) => !/^[=+\-@\t\r]/.test(text) && text === text.trim() && !text.includes('\r'))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
      const line = ['a', ...cells].map(csvCell).join(';')
      expect(parseCsv(`h;${'h;'.repeat(cells.length)}\n${line}`)[1]).toEqual(['a', ...cells])
    }),
  )
})
