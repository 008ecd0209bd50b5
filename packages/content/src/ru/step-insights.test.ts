import { expect, test } from 'vitest'
import { stepInsightText } from './step-insights.ts'

test('complaints are counted, and no advice is promised for each: some are taken up by none', () => {
  const counts = { 1: '1 жалобу', 2: '2 жалобы', 4: '4 жалобы', 5: '5 жалоб', 9: '9 жалоб' }
  for (const [count, counted] of Object.entries(counts)) {
    const text = stepInsightText({ kind: 'issues', count: Number(count) }).replaceAll('\u00a0', ' ')
    expect(text.startsWith(`Записали ${counted}. `)).toBe(true)
    expect(text).not.toMatch(/совет|учтём/)
  }
})
