import { describe, expect, it } from 'vitest'
import { missingDetails } from './missing-details.ts'

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
    expect(missingDetails(buyer)).toEqual(lacking)
  })
})
