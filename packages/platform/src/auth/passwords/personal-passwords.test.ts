import { describe, expect, it } from 'vitest'
import { containsAddress, containsName, namesInAddress } from './personal-passwords.ts'

describe('an address in a password', () => {
  it.each([
    ['aigerim.k@example.com', 'aigerim.k@example.com'],
    ['aigerim.k@example.com', 'AigerimK-2026'],
    ['aigerim.k@example.com', '!!aigerim_k!!7'],
    ['asel+shop@example.com', 'qwz-asel-71'],
    ['asel@example.com', 'asel12345678'],
  ])('of %s is found in %s', (email, password) => {
    expect(containsAddress(password, email)).toBe(true)
  })

  it.each([
    ['ivo@example.com', 'pivot-of-the-steppe'],
    ['asel@example.com', 'Wide-steppe-2026'],
    ['@example.com', 'Wide-steppe-2026'],
  ])('of %s is not found in %s', (email, password) => {
    expect(containsAddress(password, email)).toBe(false)
  })
})

describe('the name of the site in a password', () => {
  it.each([
    'yasnyden',
    'Yasny-Den2026',
    'yasniyden!!',
    'my yasnyi den',
    'jasnij.den',
    'yasnyd3n-77',
    'YASNIY_DEN',
  ])('is found in %s', (password) => expect(containsName(password, ['yasnyden'])).toBe(true))

  it('is not found where it is not', () => {
    expect(containsName('Wide-steppe-2026', ['yasnyden'])).toBe(false)
  })

  it.each([
    ['https://www.yasny-den.kz', ['yasny-den']],
    ['https://site.test', []],
    ['http://localhost:8080', []],
    ['http://127.0.0.1:8080', []],
  ])('is in the address %s', (address, names) => {
    expect(namesInAddress(address)).toEqual(names)
  })
})
