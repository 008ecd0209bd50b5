import { ownedProducts } from '@app/domain/orders/owned'
import type { ProductType } from '@app/domain/orders/products'
import { useQuery } from '@tanstack/react-query'
import { ordersQuery } from '#web/features/payment/payment-queries.ts'
import { subscriptionQuery } from '#web/features/subscription/subscription-query.ts'
import { useConfig } from '#web/lib/config.ts'

export type Bought = {
  /** There is a program or an order to look at, or what there is could not be asked. */
  hasAny: boolean
  hasProgram: boolean
  /** Of that, something is paid, or waits to be: orders that came to nothing are nothing to begin with. */
  hasCurrent: boolean
  /** What is not offered again. */
  owned: readonly ProductType[]
}

/** What the user bought, as far as the server has answered; null until it has. */
export function useBought(userId: string): Bought | null {
  const config = useConfig()
  const orders = useQuery(ordersQuery(config, userId))
  const program = useQuery(subscriptionQuery(config, userId))
  if (orders.isPending || program.isPending) return null
  const list = orders.data ?? []
  return {
    hasAny: list.length > 0 || Boolean(program.data) || orders.isError || program.isError,
    hasCurrent:
      list.some(({ state }) => state === 'paid' || state === 'created') ||
      Boolean(program.data) ||
      orders.isError ||
      program.isError,
    hasProgram: Boolean(program.data) || program.isError,
    owned: ownedProducts({ orders: list, programState: program.data?.state ?? null }, Date.now()),
  }
}
