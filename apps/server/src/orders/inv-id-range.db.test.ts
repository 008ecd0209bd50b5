import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepInvIdsInRange } from './inv-id-range.ts'

let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

const nextInvId = async () => (await shopAt(server.app).placeOrder(buildIntent())).invId

test('orders are numbered inside their environment’s range, and go on where they stood', async () => {
  await keepInvIdsInRange(server.db, { from: 1_000, to: 1_999 })
  expect([await nextInvId(), await nextInvId()]).toEqual([1_000, 1_001])
  await keepInvIdsInRange(server.db, { from: 1_000, to: 1_999 })
  expect(await nextInvId()).toBe(1_002)

  await keepInvIdsInRange(server.db, { from: 5_000, to: 5_001 })
  expect(await nextInvId()).toBe(5_000)
  await keepInvIdsInRange(server.db, { from: 1_000, to: 1_500 })
  expect(await nextInvId()).toBe(1_003)
})

test('several processes that start at once agree', async () => {
  await Promise.all(Array.from({ length: 5 }, () => keepInvIdsInRange(server.db, { from: 7_000, to: 7_999 })))
  expect([await nextInvId(), await nextInvId()]).toEqual([7_000, 7_001])
})

test('a range that is used up places no order and starts no server', async () => {
  await keepInvIdsInRange(server.db, { from: 9_000, to: 9_001 })
  expect([await nextInvId(), await nextInvId()]).toEqual([9_000, 9_001])
  const refused = await shopAt(server.app).checkout(buildIntent())
  expect([refused.statusCode, refused.json().code]).toEqual([500, 'internal'])
  await keepInvIdsInRange(server.db, { from: 1, to: 99 })
  await expect(keepInvIdsInRange(server.db, { from: 9_000, to: 9_001 })).rejects.toThrow('PAYMENTS_INV_ID_TO')
})
