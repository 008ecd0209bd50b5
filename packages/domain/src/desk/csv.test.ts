import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvRows } from './csv.ts'

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
  expect([...csvRows(text)].filter((row) => row.length > 0)).toEqual(rows)
})

test.each(['=1+1', '+7701', '-1', '@sum', '\t=1', '\r=1'])('%j is no formula', (value) => {
  expect(csvCell(value).replace(/^"/, '')).toMatch(/^'/)
})

test.each(['"', 'x"', ';', '\n', ';\n', '\r', '"\n', '"";'])(
  'a file of nothing but %j is read at once',
  (sign) => {
    // Of the processor, which others may have meanwhile.
    const began = process.threadCpuUsage()
    for (const _ of csvRows(sign.repeat(2_000_000 / sign.length)));
    // Hundredths of that are enough: the square of it would be minutes.
    const { user, system } = process.threadCpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(5000)
  },
)

test.each([
  '77011234567',
  '996555123456',
  '4400430123456789',
  '4400 4301 2345 6789',
  '0123',
  ' 77011234567',
  '12345678901.5',
])('the long number %s stays whole in a spreadsheet', (value) => expect(csvCell(value)).toBe(`"'${value}"`))

test.each(['42', '2026-12-01', '0', '0,5', '10 000', '1234567890', 'дом 77011234567', ''])(
  '%j stays as it is',
  (value) => expect(csvCell(value)).toBe(`"${value}"`),
)

/** As a program that knows no quotes and parts by all that may part. */
const readRoughly = (line: string) => line.split(/[,;\t\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ''))

test.each([
  ...[
    "x,=cmd|'/c calc'!A0,y",
    'x;=1+1',
    'x\t+7',
    'две\n=строки',
    'x\r\n@sum',
    'x, =1',
    'x,"=1',
    '"=1',
    ' =1',
    '\t\t=1',
  ],
  'x,＝1',
])('%j hides no formula behind another separator', (value) => {
  expect(csvCell(value)).toMatch(/^".*"$/s)
  expect(readRoughly(csvCell(value)).filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
})

test('whatever is written is read again', () => {
  const cell = fc
    .string()
    .filter(
      (text) =>
        csvCell(text).length === text.replaceAll('"', '""').length + 2 &&
        text === text.trim() &&
        !text.includes('\r'),
    )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
      const line = ['a', ...cells].map(csvCell).join(';')
      expect([...csvRows(`h;${'h;'.repeat(cells.length)}\n${line}`)][1]).toEqual(['a', ...cells])
    }),
  )
})
