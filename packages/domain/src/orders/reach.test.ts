import { describe, expect, it } from 'vitest'
import { checkReachable, unknownOf } from './reach.ts'

describe('a program', () => {
  const known = { email: 'aigerim@example.kz', phone: '+77010000001', subcategory: 'A2' } as const

  it.each([
    [known, []],
    [{ ...known, email: null }, ['email']],
    [{ ...known, phone: null }, ['phone']],
    [{ ...known, phone: '+7701000000' }, ['phone']],
    [{ ...known, subcategory: null }, ['subcategory']],
    [{ email: null, phone: null, subcategory: null }, ['email', 'phone', 'subcategory']],
  ])('for %j lacks %j', (buyer, lacking) => {
    expect(unknownOf(buyer)).toEqual(lacking)
  })
})

describe('a typed phone', () => {
  it.each([
    ['', 'required'],
    ['+7 701 000-00-01', null],
    // Enough digits for a phone somewhere, too few for one in Kazakhstan.
    ['+7701000000', 'phone'],
    ['+4915112345678', null],
    ['87010000001', 'phone'],
  ])('%j: %s', (phone, code) => {
    expect(checkReachable(phone)).toBe(code)
  })
})
