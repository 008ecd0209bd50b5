import { expect, it } from 'vitest'
import { supportsPasskeys } from './passkey-site.ts'

it.each([
  ['https://clearday.kz', true],
  ['http://localhost:3000', true],
  ['https://xn--80a.xn--p1ai/', true],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  ['', false],
])('passkeys belong to a domain: %s', (siteUrl, keeps) => {
  expect(supportsPasskeys(siteUrl)).toBe(keeps)
})
