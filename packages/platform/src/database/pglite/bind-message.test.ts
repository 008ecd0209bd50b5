import { protocol } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { bindMessage } from './bind-message.ts'

it.each([
  ['nothing', '', []],
  ['values of any letters', 'kept7', ['a', 'Дана', '', '🍏', 'x'.repeat(70_000)]],
  ['what is null, and what is half a letter', 'kept', [null, 'a\ud83c', null, '\udf4f']],
])('is, of %s, what PGlite would have written', (_what, statement, values) => {
  const written = protocol.serialize.bind({ statement, values })
  expect(Buffer.compare(bindMessage(statement, values), written)).toBe(0)
})
