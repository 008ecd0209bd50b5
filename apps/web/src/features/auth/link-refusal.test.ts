import { expect, it } from 'vitest'
import { linkRefusal } from './link-refusal.ts'

it('reads why a link did not sign in', () => {
  const hash =
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'
  expect(linkRefusal(hash)).toEqual({
    code: 'otp_expired',
    message: 'Email link is invalid or has expired',
  })
})

it.each(['', '#', '#pricing-section', '#access_token=x&type=recovery'])('reads nothing from «%s»', (hash) => {
  expect(linkRefusal(hash)).toBeNull()
})
