import type { ClientConfig } from '@app/contracts/client-config'
import { intentSecretHeader } from '@app/contracts/intent-secret-header'
import { queryOptions } from '@tanstack/react-query'
import { readApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const schemas = () => import('@app/contracts/payments')

/** Loads the prices for the signed-in user, with a deposit deducted. */
export const pricesQuery = (config: ClientConfig, userId: string | null) =>
  queryOptions({
    queryKey: queryKeys.prices(userId),
    staleTime: 0,
    queryFn: () => {
      const schema = schemas().then(({ pricesSchema }) => pricesSchema)
      return readApi(config, '/payment/prices', schema)
    },
  })

/** Loads the user's orders, newest first. */
export const ordersQuery = (config: ClientConfig, userId: string) =>
  queryOptions({
    queryKey: queryKeys.orders(userId),
    staleTime: 0,
    queryFn: async () => {
      const schema = schemas().then(({ ordersSchema }) => ordersSchema)
      return (await readApi(config, '/orders', schema)).orders
    },
  })

type OrderQuery = { invId: number; secret: string | null; userId: string | null }

/** Loads the status of an order, and polls ever more slowly while it is pending. */
export const paymentStatusQuery = (config: ClientConfig, { invId, secret, userId }: OrderQuery) =>
  queryOptions({
    queryKey: queryKeys.paymentStatus(invId, userId),
    queryFn: () => {
      const schema = schemas().then(({ paymentStatusSchema }) => paymentStatusSchema)
      const headers = secret ? { [intentSecretHeader]: secret } : {}
      return readApi(config, `/payment/status?invId=${invId}`, schema, { headers })
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' ? nextPollMs(state.dataUpdateCount) : state.error ? 15_000 : false,
  })

/** Returns two seconds, growing by half each time up to half a minute; false after 40 answers. */
function nextPollMs(answers: number): number | false {
  return answers > 40 ? false : Math.min(2000 * 1.5 ** Math.max(0, answers - 1), 30_000)
}
