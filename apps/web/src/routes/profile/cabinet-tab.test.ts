import { expect, test } from 'vitest'
import { tabOfAddress } from './cabinet-tab.ts'

test.each([
  ['', '', null],
  ['?tab=account', '', 'account'],
  ['?tab=elsewhere', '', null],
  ['', '#program', 'program'],
  ['', '#pricing-section', 'result'],
  ['', '#consents', 'account'],
  ['?tab=program', '#account-deletion', 'account'],
  ['?tab=program', '#error=access_denied', 'program'],
])('the address %s%s opens %s', (search, hash, tab) => {
  expect(tabOfAddress({ search, hash })).toBe(tab)
})
