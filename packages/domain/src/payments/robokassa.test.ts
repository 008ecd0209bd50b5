import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount } from './amount.ts'
import {
  noticeSignaturePayload,
  requestSignaturePayload,
  statusSignaturePayload,
} from './robokassa-signature.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe('a payment signature', () => {
  it.each([
    ['my_merchant_login', '100.00', '42', 'my_password1', undefined, '7642fdc174d0aabe022d992afd59f276'],
    ['demo', '990.00', '12', 'password_1', undefined, '6c9d6eb96b82e643b343c26a85349a37'],
    ['demo', '1599.00', '7', 'password_1', { Shp_order: '25' }, 'c7f6a22b485e4f2243031f553b1a38f4'],
  ])('of a request by %s for %s', (merchantLogin, outSum, invId, password, shp, expected) => {
    expect(md5(requestSignaturePayload({ merchantLogin, outSum, invId, shp }, password))).toBe(expected)
  })

  it.each([
    [undefined, 'cdef1463298a8dfddd2a53e5adc01c4b'],
    [{ Shp_order: '25' }, '515b5ee202304030fdf2517f8a00b4fd'],
  ])('of a notice with %j', (shp, expected) => {
    expect(md5(noticeSignaturePayload({ outSum: '1599.000000', invId: '42', shp }, 'password_2'))).toBe(
      expected,
    )
  })

  it('has an empty part where the payment is not numbered, and the receipt before the password', () => {
    const request = { merchantLogin: 'demo', outSum: '100', invId: null, receipt: '{}' }
    expect(requestSignaturePayload(request, 'secret')).toBe('demo:100::{}:secret')
  })

  it('orders Shp_ parameters by name, however they were given', () => {
    const one = noticeSignaturePayload({ outSum: '1', invId: '2', shp: { Shp_b: 'y', Shp_a: 'x' } }, 'p')
    expect(one).toBe('1:2:p:Shp_a=x:Shp_b=y')
    expect(statusSignaturePayload('demo', '42', 'p')).toBe('demo:42:p')
  })
})

describe('an amount', () => {
  it.each([
    ['5000', 500_000],
    ['5000.00', 500_000],
    ['5000.000000', 500_000],
    ['0.01', 1],
    ['5000.5', 500_050],
  ])('%s is %i tiyn', (text, tiyn) => {
    expect(parseAmount(text)).toBe(tiyn)
  })

  it.each([
    '5e3',
    '-5000',
    '+5000',
    ' 5000',
    '5000 ',
    '5,000',
    '5000.001',
    '',
    '.5',
    '5000.',
    '0x10',
    'NaN',
    '99999999999',
  ])('%j is none', (text) => {
    expect(parseAmount(text)).toBeNull()
  })

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_00), (tiyn) => {
        expect(parseAmount(formatAmount(tiyn))).toBe(tiyn)
        expect(formatAmount(tiyn)).toMatch(/^\d+\.\d\d$/)
      }),
    )
  })
})
