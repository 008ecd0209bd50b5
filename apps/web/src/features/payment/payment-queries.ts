import type { ClientConfig } from '@app/contracts/client-config'
import { intentSecretHeader, ordersSchema, paymentStatusSchema, pricesSchema } from '@app/contracts/payments'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** What each product costs whoever is signed in now, a deposit taken off. */
export const pricesQuery = (config: ClientConfig, userId: string | null) =>
  queryOptions({
    queryKey: queryKeys.prices(userId),
    staleTime: 0,
    queryFn: async () => pricesSchema.parse(await callApi(config, '/payment/prices')),
  })

/** What the signed-in user bought, newest first. */
export const ordersQuery = (config: ClientConfig, userId: string) =>
  queryOptions({
    queryKey: queryKeys.orders(userId),
    staleTime: 0,
    queryFn: async () => ordersSchema.parse(await callApi(config, '/orders')).orders,
  })

type AskedOrder = { invId: number; secret: string | null; userId: string | null }

/** Where an order stands. Asked again by itself while the bank has not answered, ever more rarely. */
export const paymentStatusQuery = (config: ClientConfig, { invId, secret, userId }: AskedOrder) =>
  queryOptions({
    queryKey: queryKeys.paymentStatus(invId, userId),
    queryFn: async () => {
      const headers = secret ? { [intentSecretHeader]: secret } : {}
      return paymentStatusSchema.parse(await callApi(config, `/payment/status?invId=${invId}`, { headers }))
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' ? nextAskMs(state.dataUpdateCount) : state.error ? 15_000 : false,
  })

/** Two seconds after the first answer, half as long again after each, at most half a minute; no more after 40 answers. */
export function nextAskMs(answers: number): number | false {
  return answers > 40 ? false : Math.min(2000 * 1.5 ** Math.max(0, answers - 1), 30_000)
}
