import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { aigerim } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { expect } from 'vitest'

export const full = { priceTiyn: 5_000_000, depositTiyn: 0, chargeTiyn: 5_000_000 }
export const lowered = { priceTiyn: 5_000_000, depositTiyn: 500_000, chargeTiyn: 4_500_000 }

/** A server, its shop, and what its tests do there again and again. */
export async function givenShop(wishes?: Parameters<typeof givenServer>[0]) {
  const server = await givenServer(wishes)
  const shop = shopAt(server.app)
  return { server, shop, ...createShopActions(server, shop) }
}

function createShopActions(server: GivenServer, shop: Shop) {
  /** Takes the quiz and answers the token of its result. */
  async function takeQuiz(email: string, token?: string): Promise<string> {
    const contact = { name: aigerim.name, email, phone: aigerim.phone }
    const response = await server.saveLead(buildAttempt({ contact }), token)
    return response.json().resultToken
  }

  const rowOf = (invId: number) =>
    server.db.selectFrom('orders').selectAll().where('inv_id', '=', invId).executeTakeFirstOrThrow()

  const payFor = async (invId: number) => {
    const { charge_tiyn, product } = await rowOf(invId)
    const OutSum = `${charge_tiyn / 100}.000000`
    const response = await shop.notify(buildNotice({ InvId: invId, OutSum, Shp_product: product }))
    expect(response.body).toBe(`OK${invId}`)
  }

  async function buySubscription(wishes: object, token?: string): Promise<void> {
    const { invId } = await shop.placeOrder(buildIntent(wishes), token)
    await payFor(invId)
  }

  const listed = async (token: string): Promise<number[]> => {
    const response = await server.app.inject({
      url: '/api/orders',
      headers: { authorization: `Bearer ${token}` },
    })
    return response.json<{ orders: { invId: number }[] }>().orders.map(({ invId }) => invId)
  }

  return { takeQuiz, rowOf, payFor, buySubscription, listed }
}
