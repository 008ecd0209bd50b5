import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodePunycodeLabel } from './punycode.ts'

it.each(['почта', 'mаil', 'gmаil', 'münchen', 'қазақстан', 'рф'])('%s is read as it was typed', (label) => {
  const encoded = domainToASCII(label)
  expect(encoded).toMatch(/^xn--/)
  expect(decodePunycodeLabel(encoded)).toBe(label)
})

it('whatever letters a label is made of, it is read back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zа-я]{1,12}$/), (label) => {
      expect(decodePunycodeLabel(domainToASCII(label))).toBe(label)
    }),
  )
})

it('what only begins like an encoded label is left as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decodePunycodeLabel(`xn--${text}`)).not.toThrow()
      expect(decodePunycodeLabel(text.replace(/^xn--/i, ''))).toBe(text.replace(/^xn--/i, ''))
    }),
  )
})
