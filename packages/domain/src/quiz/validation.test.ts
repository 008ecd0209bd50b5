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
    expect(validation.parseNumber(key, text)).toEqual({ ok: true, value })
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
    expect(validation.parseNumber(key, text)).toEqual({ ok: false, code })
  })
})
