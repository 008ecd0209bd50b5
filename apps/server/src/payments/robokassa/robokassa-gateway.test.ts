import { createHash } from 'node:crypto'
import type { Order } from '@app/domain/orders/order'
import { type RobokassaHash, robokassaHashes } from '@app/domain/payments/robokassa-hash'
import { parseNotice } from '@app/domain/payments/robokassa-notice'
import { describe, expect, it } from 'vitest'
import type { RobokassaSettings } from '../../config/robokassa.ts'
import { robokassaGateway } from './robokassa-gateway.ts'

const settings: RobokassaSettings = {
  baseUrl: 'https://auth.robokassa.kz',
  merchantLogin: 'demo',
  hash: 'md5',
  live: { password1: 'password_1', password2: 'password_2' },
  test: { password1: 'test_1', password2: 'test_2' },
  testMode: false,
  receiptTax: null,
}
const id = 'b5f5a0a2-4c0f-4f43-9a1e-1f6f2f0a0001'
const order = {
  id,
  invId: 12,
  product: 'subscription',
  chargeTiyn: 99_000,
  test: false,
  buyer: { email: 'timur+1@example.kz' },
} as Order
const refuse: typeof fetch = () => Promise.reject(new Error('no network here'))
const hex = (hash: RobokassaHash, text: string) => createHash(hash).update(text).digest('hex')
const paramsOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

describe('the address of the payment page', () => {
  it('carries the sum, the number and a signature over exactly those texts', () => {
    const url = robokassaGateway(settings, refuse).paymentUrl(order, 'Программа')
    expect(url).toMatch(/^https:\/\/auth\.robokassa\.kz\/Merchant\/Index\.aspx\?/)
    expect(paramsOf(url)).toEqual({
      MerchantLogin: 'demo',
      OutSum: '990.00',
      InvId: '12',
      Description: 'Программа',
      SignatureValue: hex('md5', `demo:990.00:12:password_1:Shp_order=${id}:Shp_product=subscription`),
      Culture: 'ru',
      Encoding: 'utf-8',
      Email: 'timur+1@example.kz',
      Shp_order: id,
      Shp_product: 'subscription',
    })
  })

  it('names no e-mail where none is known', () => {
    const nobody = { ...order, buyer: { ...order.buyer, email: null } }
    expect(paramsOf(robokassaGateway(settings, refuse).paymentUrl(nobody, 'x'))).not.toHaveProperty('Email')
  })

  it('holds no password', () => {
    expect(robokassaGateway(settings, refuse).paymentUrl(order, 'x')).not.toMatch(/password|test_/)
  })

  it('of a test order is signed with the test password and says so', () => {
    const params = paramsOf(robokassaGateway(settings, refuse).paymentUrl({ ...order, test: true }, 'x'))
    expect(params).toMatchObject({
      IsTest: '1',
      SignatureValue: hex('md5', `demo:990.00:12:test_1:Shp_order=${id}:Shp_product=subscription`),
    })
  })

  it('carries a receipt signed as Robokassa reads it after one decoding, and stays short', () => {
    const gateway = robokassaGateway({ ...settings, receiptTax: 'vat12' }, refuse)
    const url = gateway.paymentUrl(order, 'Консультация нутрициолога, 1 час и план на 3 месяца')
    const { Receipt, SignatureValue } = paramsOf(url)
    expect(JSON.parse(Receipt ?? '')).toMatchObject({ items: [{ sum: 990, tax: 'vat12' }] })
    expect(SignatureValue).toBe(
      hex('md5', `demo:990.00:12:${Receipt}:password_1:Shp_order=${id}:Shp_product=subscription`),
    )
    expect(url.length).toBeLessThan(2_000)
  })

  it.each(robokassaHashes)('can be signed by %s', (hash) => {
    const params = paramsOf(robokassaGateway({ ...settings, hash }, refuse).paymentUrl(order, 'x'))
    expect(params.SignatureValue).toBe(
      hex(hash, `demo:990.00:12:password_1:Shp_order=${id}:Shp_product=subscription`),
    )
  })
})

describe('a notice', () => {
  const gateway = robokassaGateway(settings, refuse)
  const authenticity = (signature: string, more: [string, string][] = []) => {
    const reading = parseNotice([
      ['OutSum', '1599.000000'],
      ['InvId', '42'],
      ['SignatureValue', signature],
      ...more,
    ])
    if (reading.outcome !== 'read') throw new Error('the notice does not read')
    return gateway.authenticate(reading.notice)
  }

  it('signed with Password#2 is live, in any case of its letters', () => {
    expect(authenticity('cdef1463298a8dfddd2a53e5adc01c4b')).toBe('live')
    expect(authenticity('CDEF1463298A8DFDDD2A53E5ADC01C4B')).toBe('live')
    expect(authenticity('515b5ee202304030fdf2517f8a00b4fd', [['Shp_order', '25']])).toBe('live')
  })

  it('signed with the test password, or calling itself a test, is a test', () => {
    expect(authenticity(hex('md5', '1599.000000:42:test_2'))).toBe('test')
    expect(authenticity('cdef1463298a8dfddd2a53e5adc01c4b', [['IsTest', '1']])).toBe('test')
  })

  it.each([
    ['another password', hex('md5', '1599.000000:42:password_1'), []],
    ['an amount written otherwise', hex('md5', '1599.00:42:password_2'), []],
    ['a parameter added', 'cdef1463298a8dfddd2a53e5adc01c4b', [['Shp_order', '25']]],
    ['a parameter changed', '515b5ee202304030fdf2517f8a00b4fd', [['Shp_order', '26']]],
    ['a parameter taken away', '515b5ee202304030fdf2517f8a00b4fd', []],
    ['another length', hex('sha256', '1599.000000:42:password_2'), []],
  ] as [string, string, [string, string][]][])('with %s is forged', (_, signature, more) => {
    expect(authenticity(signature, more)).toBe('forged')
  })
})

describe('the status service', () => {
  const answers = (response: Response | Error) => {
    const requests: { url: string; body: string }[] = []
    const send: typeof fetch = async (url, init) => {
      requests.push({ url: String(url), body: String(init?.body) })
      if (response instanceof Error) throw response
      return response
    }
    return { gateway: robokassaGateway(settings, send), requests }
  }

  it('is asked with a signature by Password#2', async () => {
    const { gateway, requests } = answers(new Response('', { status: 500 }))
    expect(await gateway.askStatus(42)).toEqual({ outcome: 'no_answer', reason: 'status 500' })
    expect(requests).toEqual([
      {
        url: 'https://auth.robokassa.kz/Merchant/WebService/Service.asmx/OpStateExt',
        body: `MerchantLogin=demo&InvoiceID=42&Signature=${hex('md5', 'demo:42:password_2')}`,
      },
    ])
  })

  it('that cannot be reached, or never stops answering, gives no answer', async () => {
    expect(await answers(new TypeError('x')).gateway.askStatus(42)).toMatchObject({ outcome: 'no_answer' })
    const endless = new Response('<a>'.repeat(30_000))
    expect(await answers(endless).gateway.askStatus(42)).toMatchObject({ outcome: 'no_answer' })
    const garbage = new Response(new Uint8Array([0xff, 0xfe]))
    expect(await answers(garbage).gateway.askStatus(42)).toMatchObject({ outcome: 'no_answer' })
  })
})
