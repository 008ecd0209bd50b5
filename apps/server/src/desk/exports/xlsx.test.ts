import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { writeXlsx } from './xlsx.ts'

/** A table whose rows fail after the first ones were read. */
async function* failing() {
  yield [['a']]
  throw new Error('the rows cannot be read')
}

test('a file whose rows cannot be read on ends with that error', async () => {
  await expect(buffer(writeXlsx({ head: ['name'], batches: failing() }, 'sheet'))).rejects.toThrow(
    'the rows cannot be read',
  )
})

test('rows are not read on for who has stopped reading', async () => {
  let isOver = false
  async function* endless() {
    try {
      for (;;) yield Array.from({ length: 500 }, (_, index) => [`${index} ${Math.random()}`])
    } finally {
      isOver = true
    }
  }
  for await (const piece of writeXlsx({ head: ['name'], batches: endless() }, 'sheet')) {
    if (piece.length > 1_000) break
  }
  await expect.poll(() => isOver).toBe(true)
})
