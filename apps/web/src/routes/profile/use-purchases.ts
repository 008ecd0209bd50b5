import { ownedProducts } from '@app/domain/orders/owned'
import type { ProductType } from '@app/domain/orders/products'
import { useQuery } from '@tanstack/react-query'
import { ordersQuery } from '#web/features/payment/payment-queries.ts'
import { programsQuery } from '#web/features/subscription/subscription-query.ts'
import { useConfig } from '#web/lib/config.ts'

export type PurchasesSummary = {
  /** True when there is any program or order, or the request failed. */
  hasAny: boolean
  hasSubscription: boolean
  /** True when something is paid or pending. */
  hasCurrent: boolean
  /** A consultation is paid for, be it over: nothing more is counted towards it. */
  hadConsultation: boolean
  /** A program of their own has ended. */
  hadProgram: boolean
  /** The products that are not offered. */
  owned: readonly ProductType[]
}

/** Loads the user's purchases; null until they arrive. */
export function usePurchases(userId: string): PurchasesSummary | null {
  const config = useConfig()
  const orders = useQuery(ordersQuery(config, userId))
  const programs = useQuery(programsQuery(config, userId))
  if (orders.isPending || programs.isPending) return null
  const list = orders.data ?? []
  const bought = programs.data?.programs ?? []
  const own = bought.find(({ isGift }) => !isGift)
  return {
    hasAny: list.length > 0 || bought.length > 0 || orders.isError || programs.isError,
    hasCurrent:
      list.some(({ state }) => state === 'paid' || state === 'created') ||
      bought.length > 0 ||
      orders.isError ||
      programs.isError,
    hasSubscription: bought.length > 0 || programs.isError,
    hadConsultation: list.some(({ product, state }) => product === 'consultation' && state === 'paid'),
    hadProgram: bought.some(({ isGift, state }) => !isGift && state === 'finished'),
    owned: ownedProducts({ orders: list, subscriptionState: own?.state ?? null }, Date.now()),
  }
}
