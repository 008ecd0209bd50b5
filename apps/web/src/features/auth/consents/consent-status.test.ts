import type { ConsentStandingBody } from '@app/contracts/consents'
import { describe, expect, it } from 'vitest'
import { canActOnConsent, consentStatusText } from './consent-status.ts'

const never = { state: 'never', version: null, at: null } as const
const health: ConsentStandingBody = { kind: 'health', change: 'take_quiz', ...never }
const marketing: ConsentStandingBody = { kind: 'marketing', change: 'give', ...never }
const messages: ConsentStandingBody = { kind: 'messages', change: 'withdraw', ...never }
const stranger = { hasSubscription: false, hasUnclaimed: false }

const told = (...args: Parameters<typeof consentStatusText>) =>
  consentStatusText(...args).replaceAll('\u00a0', ' ')

describe('how a user stands to a text they did nothing with', () => {
  it('says that messages are allowed with a program, once there is one', () => {
    expect(told(messages, stranger)).toBe('Разрешаются с покупкой программы')
    expect(told(messages, { ...stranger, hasSubscription: true })).toBe('Разрешены с покупкой программы')
  })

  it('denies nothing that may have been ticked in a test which is not yet known to be theirs', () => {
    for (const standing of [health, marketing]) {
      expect(told(standing, stranger)).toBe('Не дано')
      expect(told(standing, { ...stranger, hasUnclaimed: true })).toBe(
        'Станет видно, когда вы подтвердите, что тест ваш',
      )
    }
  })
})

it('what the user did is told whatever else is known', () => {
  const given = { ...health, state: 'given', version: 'health-2026-11', at: '2026-11-22T10:00:00Z' } as const
  for (const circumstances of [stranger, { hasSubscription: true, hasUnclaimed: true }]) {
    expect(told(given, circumstances)).toBe('Дано 22 ноября 2026 г., редакция от ноября 2026')
  }
})

it('what may have been ticked already is not asked for, and what was done can be undone', () => {
  const unclaimed = { ...stranger, hasUnclaimed: true }
  expect([canActOnConsent(marketing, stranger), canActOnConsent(marketing, unclaimed)]).toEqual([true, false])
  expect(canActOnConsent({ ...marketing, state: 'given' }, unclaimed)).toBe(true)
  expect([
    canActOnConsent(messages, stranger),
    canActOnConsent(messages, { ...unclaimed, hasSubscription: true }),
  ]).toEqual([false, true])
})
