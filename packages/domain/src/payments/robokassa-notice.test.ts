import { describe, expect, it } from 'vitest'
import { parseInvId } from './inv-id.ts'
import { parseNotice } from './robokassa-notice.ts'

const signature = 'CDEF1463298A8DFDDD2A53E5ADC01C4B'
const good: [string, string][] = [
  ['OutSum', '1599.000000'],
  ['InvId', '42'],
  ['SignatureValue', signature],
  ['Shp_product', 'subscription'],
  ['EMail', 'aigul@example.kz'],
]
const withField = (name: string, value: string) =>
  good.map(([key, old]): [string, string] => [key, key === name ? value : old])

describe('a notice', () => {
  it('is read with the very texts that were signed', () => {
    expect(parseNotice(good)).toEqual({
      outcome: 'read',
      notice: {
        invId: 42,
        amountTiyn: 159_900,
        signed: { outSum: '1599.000000', invId: '42', shp: { Shp_product: 'subscription' } },
        signature: signature.toLowerCase(),
        saysTest: false,
      },
    })
  })

  it.each([
    ['OutSum', '5e3'],
    ['OutSum', '-1'],
    ['OutSum', ''],
    ['OutSum', '5 000'],
    ['InvId', '0'],
    ['InvId', '-42'],
    ['InvId', '042'],
    ['InvId', '42.0'],
    ['InvId', '9223372036854775807'],
    ['InvId', '2147483648'],
    ['SignatureValue', ''],
    ['SignatureValue', 'zz'],
    ['SignatureValue', `${signature}g`],
  ])('whose %s is %j is malformed', (name, value) => {
    expect(parseNotice(withField(name, value))).toEqual({ outcome: 'malformed', field: name })
  })

  it('with a field twice is malformed, whatever its letters', () => {
    expect(parseNotice([...good, ['outsum', '1']])).toEqual({ outcome: 'malformed', field: 'outsum' })
    expect(parseNotice([...good, ['Shp_product', 'consultation']])).toMatchObject({ outcome: 'malformed' })
  })

  it('with more extra parameters than anyone sends is malformed', () => {
    const many = Array.from({ length: 11 }, (_, n): [string, string] => [`Shp_${n}`, 'x'])
    expect(parseNotice([...good.slice(0, 3), ...many])).toEqual({ outcome: 'malformed', field: 'Shp_' })
  })

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['', false],
  ])('with IsTest=%j says it is a test: %s', (value, saysTest) => {
    expect(parseNotice([...good, ['IsTest', value]])).toMatchObject({ notice: { saysTest } })
  })
})

describe('an order number', () => {
  it('ends at 2^31 - 1', () => {
    expect(parseInvId('2147483647')).toBe(2_147_483_647)
    expect(parseInvId('2147483648')).toBeNull()
  })
})
