import { signInRules } from '@app/contracts/sign-in'
import { describe, expect, it, test } from 'vitest'
import {
  canSubmitCode,
  isStaffPath,
  type LoginEvent,
  type LoginState,
  nextLogin,
  readCode,
  resendPauseMs,
  secondsToResend,
  startLogin,
  startWithCode,
} from './login-state.ts'

const email = 'aigul@example.kz'
const now = 1_000_000
const refusal = { code: 'otp_expired', message: 'Token has expired or is invalid' }

function after(...events: LoginEvent[]): LoginState {
  return events.reduce(nextLogin, startLogin())
}

const asked: LoginEvent[] = [{ type: 'email_typed', email }, { type: 'code_requested' }]
const sent: LoginEvent[] = [...asked, { type: 'code_sent', email, resendAt: now + 60_000 }]

test.each([
  ['/desk', true],
  ['/desk/money/consultations', true],
  ['/misc', true],
  ['/deskside', false],
  ['/', false],
])('whoever signs in at %s stays there: %s', (pathname, stays) => {
  expect(isStaffPath(pathname)).toBe(stays)
})

describe('the way by code', () => {
  it('shows the code step at once, while the mail is still being sent', () => {
    expect(after(...asked)).toMatchObject({ step: 'code', email, delivery: 'sending', code: '' })
  })

  it('says that the code was sent', () => {
    expect(after(...sent)).toMatchObject({ step: 'code', delivery: 'sent', resendAt: now + 60_000 })
  })

  it('returns to the address with the error when sending fails', () => {
    const failed = after(...asked, { type: 'code_not_sent', email, now, refusal })
    expect(failed).toEqual({ step: 'email', purpose: 'sign-in', email, refusal })
  })

  it('asks at once for a code that is at hand, and for another one only after the pause', () => {
    const state = after({ type: 'code_at_hand', email, resendAt: now + 1000 })
    expect(state).toMatchObject({ step: 'code', email, delivery: 'earlier', code: '' })
    expect(secondsToResend(state, now)).toBe(1)
    expect(startWithCode({ purpose: 'sign-in', email, resendAt: now + 1000 })).toEqual(state)
  })

  it('goes back to the address and forgets the code', () => {
    const back = after(...sent, { type: 'code_typed', text: '123456' }, { type: 'went_back' })
    expect(back).toEqual({ step: 'email', purpose: 'sign-in', email, refusal: null })
    expect(nextLogin(back, { type: 'code_requested' })).toMatchObject({ code: '' })
  })

  it('ignores an answer that arrives after going back', () => {
    const back = after(...asked, { type: 'went_back' })
    expect(nextLogin(back, { type: 'code_sent', email, resendAt: now + 60_000 })).toEqual(back)
    expect(nextLogin(back, { type: 'check_refused', refusal })).toEqual(back)
  })

  it('ignores an answer about an earlier address', () => {
    const state = after(...asked)
    expect(nextLogin(state, { type: 'code_sent', email: 'marat@example.kz', resendAt: now })).toEqual(state)
  })

  it('keeps the code step when a wrong code is refused, and clears the error at the next digit', () => {
    const refused = after(
      ...sent,
      { type: 'code_typed', text: '123456' },
      { type: 'check_started' },
      { type: 'check_refused', refusal },
    )
    expect(refused).toMatchObject({ step: 'code', code: '123456', isChecking: false, refusal })
    expect(nextLogin(refused, { type: 'code_typed', text: '12345' })).toMatchObject({ refusal: null })
  })

  it('says after as many wrong codes as the service takes that it takes no more, until a new one is mailed', () => {
    const wrong: LoginEvent[] = [{ type: 'check_started' }, { type: 'check_refused', refusal }]
    const tries = (count: number) => Array.from({ length: count }, () => wrong).flat()
    expect(after(...sent, ...tries(signInRules.codeTries - 1))).toMatchObject({ refusal })
    const last = after(...sent, ...tries(signInRules.codeTries))
    expect(last).toMatchObject({ refusal: { code: 'code_used_up' } })
    const again = [
      { type: 'resend_requested' },
      { type: 'code_sent', email, resendAt: now },
      ...wrong,
    ] as const
    expect(again.reduce(nextLogin, last)).toMatchObject({ refusal })
    const unreachable = { status: 0 }
    expect(nextLogin(last, { type: 'check_refused', refusal: unreachable })).toMatchObject({
      refusal: unreachable,
    })
  })

  it('sends a new code and says that it is a new one', () => {
    const resending = after(...sent, { type: 'code_typed', text: '123' }, { type: 'resend_requested' })
    expect(resending).toMatchObject({ delivery: 'resending', code: '', resendAt: null })
    expect(nextLogin(resending, { type: 'code_sent', email, resendAt: now + 60_000 })).toMatchObject({
      delivery: 'resent',
    })
  })

  it('stays at the code when only the new one could not be sent', () => {
    const failed = after(
      ...sent,
      { type: 'resend_requested' },
      { type: 'code_not_sent', email, now, refusal },
    )
    expect(failed).toMatchObject({ step: 'code', refusal, resendAt: now })
  })
})

describe('the code field', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['Ваш код: 123456.', '123456'],
    ['1234567', '123456'],
    ['abc', ''],
  ])('reads «%s» as «%s»', (typed, code) => {
    expect(readCode(typed)).toBe(code)
  })

  it('may be submitted with six digits, once', () => {
    const five = after(...sent, { type: 'code_typed', text: '12345' })
    const six = nextLogin(five, { type: 'code_typed', text: '123456' })
    expect([canSubmitCode(five), canSubmitCode(six)]).toEqual([false, true])
    expect(canSubmitCode(nextLogin(six, { type: 'check_started' }))).toBe(false)
  })
})

describe('the countdown to another code', () => {
  it('runs from 60 to 0 and stays there', () => {
    const state = after(...sent)
    const seconds = [0, 1, 59_001, 60_000, 90_000].map((ms) => secondsToResend(state, now + ms))
    expect(seconds).toEqual([60, 60, 1, 0, 0])
  })

  it('does not run while a code is on its way', () => {
    expect(secondsToResend(after(...asked), now)).toBeNull()
  })
})

describe('the way by password', () => {
  const forgotten: LoginEvent[] = [
    { type: 'email_typed', email },
    { type: 'password_chosen' },
    { type: 'password_forgotten' },
  ]

  it('carries the address along', () => {
    expect(after({ type: 'email_typed', email }, { type: 'password_chosen' })).toMatchObject({
      step: 'password',
      email,
    })
  })

  it('asks for a recovery code and then for a new password', () => {
    expect(after(...forgotten)).toMatchObject({ step: 'email', purpose: 'recovery', email })
    const code = after(...forgotten, { type: 'code_requested' })
    expect(code).toMatchObject({ step: 'code', purpose: 'recovery' })
    expect(nextLogin(code, { type: 'recovery_verified' })).toMatchObject({ step: 'new-password' })
  })

  it('goes back step by step', () => {
    const atPassword = after(...forgotten, { type: 'went_back' })
    expect(atPassword).toMatchObject({ step: 'password', email })
    expect(nextLogin(atPassword, { type: 'went_back' })).toMatchObject({ step: 'email', purpose: 'sign-in' })
  })
})

test('another code may be asked for when the service allows it, and not before a mail can be there', () => {
  expect(resendPauseMs({ codePauseSeconds: 0 })).toBe(60_000)
  expect(resendPauseMs({ codePauseSeconds: 3600 })).toBe(3_600_000)
})
