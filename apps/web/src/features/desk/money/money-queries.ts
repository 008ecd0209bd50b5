import type { ClientConfig } from '@app/contracts/client-config'
import {
  type ConsultationActionBody,
  deskConsultationsSchema,
  type MoneyOrdersQuery,
  type MoneyQuery,
  moneyOrdersSchema,
  moneySchema,
  registryResponseSchema,
} from '@app/contracts/desk/money'
import { almatyDay, almatyDayStart } from '@app/domain/time/almaty'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const periods = { week: 7, month: 30, quarter: 90, year: 365 } as const
export type Period = keyof typeof periods
export const periodNames = Object.keys(periods) as Period[]

/** Returns the first and last date of a period up to today, in Almaty. */
export function daysOf(period: Period, now: Date): { from: string; until: string } {
  return { from: almatyDay(almatyDayStart(now, periods[period] - 1)), until: almatyDay(now) }
}

export function moneyQuery(config: ClientConfig, query: MoneyQuery) {
  return queryOptions({
    queryKey: queryKeys.money(query),
    queryFn: async () =>
      moneySchema.parse(await callApi(config, `/desk/money?${new URLSearchParams(query)}`)),
  })
}

type OrdersLook = Omit<MoneyOrdersQuery, 'after'>

export function moneyOrdersQuery(config: ClientConfig, look: OrdersLook) {
  const given = Object.entries(look).flatMap(([key, value]) =>
    value ? [[key, value] as [string, string]] : [],
  )
  return infiniteQueryOptions({
    queryKey: queryKeys.moneyOrders(look),
    queryFn: async ({ pageParam }) => {
      const params = new URLSearchParams([
        ...given,
        ...(pageParam ? [['after', pageParam] as [string, string]] : []),
      ])
      return moneyOrdersSchema.parse(await callApi(config, `/desk/money/orders?${params}`))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Marks that the money of an order was given back whose buyer was deleted. */
export async function refundOrderWithoutPerson(config: ClientConfig, orderId: string): Promise<void> {
  await callApi(config, `/desk/money/orders/${orderId}/refund`, { method: 'POST' })
}

export function consultationsQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.consultations,
    queryFn: async () =>
      deskConsultationsSchema.parse(await callApi(config, '/desk/consultations')).consultations,
  })
}

export async function steerConsultation(
  config: ClientConfig,
  orderId: string,
  action: ConsultationActionBody,
) {
  const answer = await callApi(config, `/desk/consultations/${orderId}`, { method: 'POST', body: action })
  return deskConsultationsSchema.parse(answer).consultations
}

export async function compareRegistry(config: ClientConfig, file: string) {
  return registryResponseSchema.parse(
    await callApi(config, '/desk/money/registry', { method: 'POST', body: { file } }),
  )
}
