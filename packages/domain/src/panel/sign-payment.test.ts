import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { paymentPayload } from './panel-tests.ts'
import { signPayment } from './sign-payment.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('a payload is signed with md5 of OutSum, InvId and the secret joined by colons', () => {
  const payload = { ...paymentPayload, OutSum: '1599.000000', InvId: '42' }

  expect(signPayment(payload, 'password_2', md5)).toEqual({
    ...payload,
    SignatureValue: 'cdef1463298a8dfddd2a53e5adc01c4b',
  })
})

test('Shp_ fields are signed after the secret', () => {
  const payload = { OutSum: '1599.000000', InvId: 42, Shp_order: '25' }

  expect(signPayment(payload, 'password_2', md5)?.SignatureValue).toBe('515b5ee202304030fdf2517f8a00b4fd')
})

test.each([
  ['no OutSum', { InvId: '1' }],
  ['no InvId', { OutSum: '5000.00', InvId: '' }],
  ['a list', [1]],
  ['a word', 'OutSum'],
  ['null', null],
])('%s cannot be signed', (_what, payload) => {
  expect(signPayment(payload, 'secret', md5)).toBeNull()
})
