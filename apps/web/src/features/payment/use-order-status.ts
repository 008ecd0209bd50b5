import type { PaymentStatus } from '@app/contracts/payments'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session/session.ts'
import { paymentStatusQuery } from './payment-queries.ts'
import type { PaymentReturn } from './payment-return.ts'

/** The state of an order. `unproven` means that this browser does not know its secret. */
export type OrderStatus = PaymentStatus['state'] | 'asking' | 'unreachable' | 'unproven'

type KnownOrderStatus =
  | { standing: PaymentStatus['state']; order: PaymentStatus['order'] }
  | { standing: Exclude<OrderStatus, PaymentStatus['state']>; order: null }

/** Polls the state of the order until the bank has answered. */
export function useOrderStatus({ invId, secret }: Pick<PaymentReturn, 'invId' | 'secret'>): KnownOrderStatus {
  const config = useConfig()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.person.id : null
  const { data, isError } = useQuery({
    ...paymentStatusQuery(config, { invId: invId ?? 0, secret, userId }),
    enabled: invId !== null,
  })
  if (invId === null) return { standing: 'unknown', order: null }
  if (data?.state === 'unknown' && secret === null) return { standing: 'unproven', order: null }
  if (data) return { standing: data.state, order: data.order }
  return { standing: isError ? 'unreachable' : 'asking', order: null }
}
