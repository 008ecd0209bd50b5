import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskPhone, toWhatsappNumber } from './phone.ts'

describe('toWhatsappNumber', () => {
  test.each([
    ['+7 701 123 45 67', '77011234567'],
    ['8 (701) 123-45-67', '77011234567'],
    ['+8 701 123 45 67', '77011234567'],
    ['77011234567', '77011234567'],
    ['701 123 45 67', '77011234567'],
    ['+701 123 45 67', '77011234567'],
    ['+996 555 123456', '996555123456'],
    ['+49 1512 3456789', '4915123456789'],
    ['+81 90 1234 5678', '819012345678'],
  ])('%s is %s', (text, phone) => expect(toWhatsappNumber(text)).toBe(phone))

  test.each([
    '',
    '+',
    '8701',
    '+7 701 123 45 6',
    '+7 701 123 45 678',
    '0701123456',
    'позвоните',
    '7701123456a',
    '1'.repeat(16),
  ])('%j is no phone number', (text) => expect(toWhatsappNumber(text)).toBeNull())

  test('whatever comes in, what comes out is 10 to 15 digits and normalises to itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+ ()\d-]{0,24}$/)), (text) => {
        const phone = toWhatsappNumber(text)
        if (phone === null) return
        expect(phone).toMatch(/^[1-9]\d{9,14}$/)
        expect(toWhatsappNumber(`+${phone}`)).toBe(phone)
      }),
    )
  })
})

test('a masked phone shows only its last two digits', () => {
  expect(maskPhone('77011234567')).toBe('…67')
})
