import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhoneInput } from '../messages/phone.ts'
import { checkEmail, checkName, checkPhone, stripPhone } from './contact.ts'

describe('the contact', () => {
  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['\u200b', 'required'],
    ['\u2066\u202e', 'required'],
    ['\u0000\u0000', 'required'],
    ['Алия', null],
    ['<b>Алия</b>', null],
    ['я'.repeat(101), 'too_long'],
  ] as const)('name %j: %s', (name, code) => {
    expect(checkName(name)).toBe(code)
  })

  it.each([
    ['', 'required'],
    ['aliya@example.kz', null],
    [' Aliya+tag@mail.example.kz ', null],
    ['\u202aaliya@example.kz\u202c', null],
    ['aliya@example.kz\u200b', null],
    ['\u200b', 'required'],
    ['алия@почта.рф', null],
    // Typed with a Russian letter that looks Latin, or wholly on the Russian keyboard.
    ['\u0430nna@mail.ru', 'email_cyrillic'],
    ['anna@m\u0430il.ru', 'email_cyrillic'],
    ['anna@xn--mil-6cd.ru', 'email_cyrillic'],
    ['анна@mail.ru', 'email_cyrillic'],
    ['anna@почта.рф', null],
    ['anna@mail.почта.рф', null],
    ['anna@münchen.de', null],
    ['aliya@example', 'email'],
    ['aliya@@example.kz', 'email'],
    ['aliya example@mail.kz', 'email'],
    ['a@b..kz', 'email'],
    ['a@b.kz, c@d.kz', 'email'],
    ['a\u0000@b.kz', 'email'],
    [`${'a'.repeat(250)}@b.kz`, 'email'],
  ] as const)('e-mail %j: %s', (email, code) => {
    expect(checkEmail(email)).toBe(code)
  })

  it.each([
    ['', 'required'],
    ['+', 'required'],
    ['+7 701 123-45-67', null],
    ['\u202a+7 701 123-45-67\u202c', null],
    ['87011234567', null],
    ['7011234567', null],
    // The field puts a plus before whatever is typed.
    ['+7015550390', null],
    ['+7701123456', 'phone_short'],
    ['+770112345678', 'phone_long'],
    ['+7701123456789', 'phone_long'],
    // After +7 no number begins with 5 either, so it is read like 701: with one digit too many.
    ['+75011234567', 'phone_long'],
    ['7501234567', null],
    ['80112345678', 'phone'],
    // A digit is missing: completed, it would be somebody else's.
    ['8701123456', 'phone_short'],
    ['+99655512345', 'phone_short'],
    ['+996555123456', null],
    ['+4915112345678', null],
    ['+49151123', 'phone_short'],
    ['+0701123456', 'phone'],
    ['+7+7011234567', 'phone'],
    ['+3912345678901234', 'phone_long'],
  ] as const)('phone %j: %s', (phone, code) => {
    expect(checkPhone(phone)).toBe(code)
  })

  it.each([
    ['7701', '+7701'],
    ['+7 (701) 1', '+77011'],
    ['abc', '+'],
    ['', ''],
    ['++77', '+77'],
    ['8', '+7'],
    ['+70', '+770'],
    ['+75', '+775'],
    ['8701123456', '+7701123456'],
    ['+87', '+77'],
    ['7015550390', '+77015550390'],
    ['747 555 03 90', '+77475550390'],
    ['+747 555 03 90', '+7475550390'],
    ['8 701 123-45-67', '+77011234567'],
    ['+8', '+8'],
  ])('typing %j shows %j', (typed, shown) => {
    expect(formatPhoneInput(typed)).toBe(shown)
  })

  it.each([
    ['8 (701) 123-45-67', '+77011234567'],
    ['+7015550390', '+77015550390'],
    ['+7 701', '+7701'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(stripPhone(typed)).toBe(kept)
  })

  it('typed digit by digit as people say it, a number of Kazakhstan is read whole', () => {
    const type = (keys: string) => [...keys].reduce((shown, key) => formatPhoneInput(shown + key), '')
    for (const keys of ['7015550390', '87015550390', '77015550390', '+77015550390']) {
      expect(stripPhone(type(keys)), keys).toBe('+77015550390')
    }
  })

  it('the field shows what will be kept of whatever is pasted whole', () => {
    const pasted = fc.stringMatching(/^\+?[78]?[0-9]{9,12}$/)
    fc.assert(
      fc.property(pasted, (text) => {
        const shown = formatPhoneInput(text)
        if (checkPhone(text) === null) expect(stripPhone(shown)).toBe(stripPhone(text))
        else expect(checkPhone(shown)).not.toBeNull()
      }),
    )
  })
})
