import { describe, expect, it } from 'vitest'
import * as validation from './validation.ts'

describe('a typed number', () => {
  it.each([
    ['height', '120', 120],
    ['height', ' 250 ', 250],
    ['weight', '65,5', 65.5],
    ['weight', '30', 30],
    ['weight', '299.99', 299.99],
    ['weight', '70.', 70],
  ] as const)('%s %s is accepted', (key, text, value) => {
    expect(validation.readNumber(key, text)).toEqual({ ok: true, value })
  })

  it.each([
    ['height', '119', 'too_small'],
    ['height', '251', 'too_big'],
    ['height', '170,5', 'not_whole'],
    ['height', '', 'required'],
    ['weight', '29.9', 'too_small'],
    ['weight', '300,1', 'too_big'],
    ['weight', '7e1', 'not_a_number'],
    ['weight', '-70', 'not_a_number'],
    ['weight', '1.2.3', 'not_a_number'],
    ['weight', '٧٠', 'not_a_number'],
    ['weight', 'Infinity', 'not_a_number'],
  ] as const)('%s %s is refused as %s', (key, text, code) => {
    expect(validation.readNumber(key, text)).toEqual({ ok: false, code })
  })
})

describe('the contact', () => {
  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['Алия', null],
    ['<b>Алия</b>', null],
    ['я'.repeat(101), 'too_long'],
  ] as const)('name %j: %s', (name, code) => {
    expect(validation.checkName(name)).toBe(code)
  })

  it.each([
    ['', 'required'],
    ['aliya@example.kz', null],
    [' Aliya+tag@mail.example.kz ', null],
    ['алия@почта.рф', null],
    ['aliya@example', 'email'],
    ['aliya@@example.kz', 'email'],
    ['aliya example@mail.kz', 'email'],
    ['a@b..kz', 'email'],
    ['a@b.kz, c@d.kz', 'email'],
    ['a\u0000@b.kz', 'email'],
    [`${'a'.repeat(250)}@b.kz`, 'email'],
  ] as const)('e-mail %j: %s', (email, code) => {
    expect(validation.checkEmail(email)).toBe(code)
  })

  it.each([
    ['', 'required'],
    ['+7 701 123-45-67', null],
    ['+77011234567', null],
    ['87011234567', 'phone'],
    ['+7701123456', null],
    ['+770112345', 'phone'],
    ['+7+7011234567', 'phone'],
    ['+1234567890123456', 'phone'],
  ] as const)('phone %j: %s', (phone, code) => {
    expect(validation.checkPhone(phone)).toBe(code)
  })

  it.each([
    ['7701', '+7701'],
    ['+7 (701) 1', '+77011'],
    ['abc', '+'],
    ['', ''],
    ['++77', '+77'],
    ['8', '+7'],
    ['8 701 123-45-67', '+77011234567'],
    ['+8', '+8'],
  ])('typing %j shows %j', (typed, shown) => {
    expect(validation.formatPhoneInput(typed)).toBe(shown)
  })
})
