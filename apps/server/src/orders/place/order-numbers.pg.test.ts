import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { givenServer } from '@app/testing/server/given-server'
import { expect, onTestFinished, test } from 'vitest'

async function givenRange(from: number, to: number) {
  const server = await givenServer({
    env: { PAYMENTS_INV_ID_FROM: String(from), PAYMENTS_INV_ID_TO: String(to) },
  })
  onTestFinished(() => server.close())
  const shop = shopAt(server.app)
  const placed = async () => (await shop.placeOrder(buildIntent())).invId
  return { shop, placed }
}

test('orders are numbered at random inside their environment’s range', async () => {
  const { placed } = await givenRange(1_000_000_000, 1_999_999_999)
  const numbers: number[] = []
  for (let count = 0; count < 5; count++) numbers.push(await placed())
  for (const number of numbers) {
    expect(number).toBeGreaterThanOrEqual(1_000_000_000)
    expect(number).toBeLessThan(2_000_000_000)
  }
  const steps = numbers.slice(1).map((number, at) => Math.abs(number - (numbers[at] ?? 0)))
  expect(Math.min(...steps), 'a number says nothing of the next').toBeGreaterThan(1)
})

test('no number is given twice, and a range that is used up places no order', async () => {
  const { shop, placed } = await givenRange(7_001, 7_003)
  const numbers: number[] = []
  for (let count = 0; count < 3; count++) numbers.push(await placed())
  expect(numbers.sort()).toEqual([7_001, 7_002, 7_003])
  const refused = await shop.checkout(buildIntent())
  expect([refused.statusCode, refused.json().code]).toEqual([500, 'internal'])
})

test('orders that are placed at once have numbers of their own', async () => {
  const { placed } = await givenRange(1, 30)
  const numbers = await Promise.all(Array.from({ length: 20 }, placed))
  expect(new Set(numbers).size).toBe(20)
})
