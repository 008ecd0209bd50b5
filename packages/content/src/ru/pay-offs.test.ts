import { expect, test } from 'vitest'
import { payOffText } from './pay-offs.ts'

test('complaints are counted, and no advice is promised for each: some are taken up by none', () => {
  for (const count of [1, 2, 5]) {
    const text = payOffText({ kind: 'issues', count }).replaceAll('\u00a0', ' ')
    expect(text).toMatch(new RegExp(`^Записали ${count} пункт(а|ов)?\\.`))
    expect(text).not.toMatch(/совет|учтём/)
  }
})
