import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'

const robokassa = {
  PAYMENTS: 'robokassa',
  ROBOKASSA_MERCHANT_LOGIN: 'clearday',
  ROBOKASSA_PASSWORD1: 'one',
  ROBOKASSA_PASSWORD2: 'two',
}
const sandbox = { SANDBOX: '1', MAIL: 'sandbox', WHATSAPP: 'sandbox' }
const read = (env: Record<string, string>) => readConfig({ ...sandbox, ...env }, sampleOwner).payments
const problemsOf = (env: Record<string, string>) => {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
  }
  return []
}

test('with nothing set, payments are the sandbox’s own', () => {
  expect(read({ PORT: '4000' })).toMatchObject({
    kind: 'sandbox',
    robokassa: { baseUrl: 'http://localhost:4000/sandbox/robokassa', testMode: false, test: null },
    invIds: { from: 1, to: 2_147_483_647 },
    fixedChargeTiyn: null,
  })
})

test('Robokassa is reached in Kazakhstan unless told otherwise', () => {
  expect(read(robokassa)).toMatchObject({
    kind: 'robokassa',
    robokassa: {
      baseUrl: 'https://auth.robokassa.kz',
      hash: 'sha256',
      live: { password1: 'one', password2: 'two' },
      receiptTax: null,
    },
  })
  expect(read({ ...robokassa, ROBOKASSA_HOST: 'ru' }).robokassa?.baseUrl).toBe('https://auth.robokassa.ru')
  expect(read({ ...robokassa, ROBOKASSA_HOST: 'https://pay.test/' }).robokassa?.baseUrl).toBe(
    'https://pay.test',
  )
})

test('a pilot may charge a fixed amount', () => {
  expect(read({ PAYMENT_FIXED_AMOUNT: '100' }).fixedChargeTiyn).toBe(10_000)
})

test.each([
  [{ PAYMENTS: 'stripe' }, ['PAYMENTS']],
  [{ PAYMENTS: 'robokassa' }, ['ROBOKASSA_MERCHANT_LOGIN', 'ROBOKASSA_PASSWORD1', 'ROBOKASSA_PASSWORD2']],
  [{ ...robokassa, ROBOKASSA_HASH: 'crc32' }, ['ROBOKASSA_HASH']],
  [{ ...robokassa, ROBOKASSA_HOST: 'by' }, ['ROBOKASSA_HOST']],
  [{ ...robokassa, ROBOKASSA_RECEIPT_TAX: 'vat99' }, ['ROBOKASSA_RECEIPT_TAX']],
  [{ ...robokassa, ROBOKASSA_TEST_MODE: '1' }, ['ROBOKASSA_TEST_PASSWORD1', 'ROBOKASSA_TEST_PASSWORD2']],
  [{ PAYMENTS_INV_ID_TO: '2147483648' }, ['PAYMENTS_INV_ID_TO']],
  [{ PAYMENTS_INV_ID_FROM: '0' }, ['PAYMENTS_INV_ID_FROM']],
  [{ PAYMENTS_INV_ID_FROM: '10', PAYMENTS_INV_ID_TO: '9' }, ['PAYMENTS_INV_ID_TO']],
  [{ PAYMENT_FIXED_AMOUNT: '0.5' }, ['PAYMENT_FIXED_AMOUNT']],
])('%o is refused by name', (env, names) => {
  expect(problemsOf(env as Record<string, string>).map((problem) => problem.split(':', 1)[0])).toEqual(names)
})

test('production takes no test payments', () => {
  const env = { ...robokassa, SANDBOX: '0', ROBOKASSA_TEST_MODE: '1' }
  expect(problemsOf(env).some((problem) => problem.startsWith('ROBOKASSA_TEST_MODE: test payments'))).toBe(
    true,
  )
})

test('switched off, payments need no shop, and one that is named is whole', () => {
  expect(read({ PAYMENTS: 'off' })).toMatchObject({ kind: 'off', robokassa: null })
  expect(read({ ...robokassa, PAYMENTS: 'off' })).toMatchObject({
    kind: 'off',
    robokassa: { merchantLogin: 'clearday', live: { password2: 'two' } },
  })
  expect(problemsOf({ PAYMENTS: 'off', ROBOKASSA_MERCHANT_LOGIN: 'clearday' })).toEqual([
    'ROBOKASSA_PASSWORD1: is required beside the login, or remove both',
    'ROBOKASSA_PASSWORD2: is required beside the login, or remove both',
  ])
})
