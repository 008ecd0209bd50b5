import type { ProgramFor } from '@app/domain/subscriptions/program-for'
import { expect, it } from 'vitest'
import { productSummary } from './product-summary.ts'
import { summaryFor } from './program-summary.ts'

const stepsOf = (programFor: ProgramFor | null, isSignedIn: boolean, isDated = false) =>
  summaryFor(productSummary('subscription'), { programFor, isSignedIn, isDated }).nextSteps

it.each(['self', 'self_later', 'gift', null] as const)(
  'asks nobody who is signed in to sign in, of a program for %s',
  (programFor) => expect(stepsOf(programFor, true).join(' ')).not.toMatch(/войдите/i),
)

it('tells whoever is not signed in how to, and else the same', () => {
  const [first, ...rest] = stepsOf('self', false)
  expect(first?.replace(/\u00a0/g, ' ')).toMatch(/в личном кабинете: войдите с той же почтой\.$/)
  expect(stepsOf('self', true).slice(1)).toEqual(rest)
  expect(stepsOf('self', false)).toEqual(productSummary('subscription').nextSteps)
})

it('asks to sign in for a look at a gift’s number only whoever is not', () => {
  const steps = (isSignedIn: boolean) =>
    stepsOf('gift', isSignedIn)
      .join(' ')
      .replace(/\u00a0/g, ' ')
  expect(steps(false)).toContain('Войдите в личный кабинет с той же почтой и проверьте номер. Исправить')
  expect(steps(true)).toContain('Проверьте номер в личном кабинете. Исправить')
})

it.each(['self', 'gift'] as const)(
  'says the morning of a first message once, of a program for %s',
  (programFor) => {
    expect(stepsOf(programFor, true).join(' ')).toMatch(/ближайшим утром/)
    const steps = stepsOf(programFor, true, true)
    expect(steps).not.toHaveLength(0)
    expect(steps.join(' ')).not.toMatch(/ближайшим утром|^Сообщения придут/)
  },
)
