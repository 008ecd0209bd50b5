import { expect, it } from 'vitest'
import { productSummary } from './product-summary.ts'
import { summaryFor } from './program-summary.ts'

it('asks to sign in for a look at a gift’s number only whoever is not', () => {
  const steps = (isSignedIn: boolean) =>
    summaryFor(productSummary('subscription'), 'gift', isSignedIn)
      .nextSteps.join(' ')
      .replace(/\u00a0/g, ' ')
  expect(steps(false)).toContain('Проверьте номер в личном кабинете, войдите с той же почтой.')
  expect(steps(true)).toContain('Проверьте номер в личном кабинете. Исправить')
})
