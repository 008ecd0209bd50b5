import type { OrderState } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import type { Category, Subcategory } from '@app/domain/result/categories'
import type { SubscriptionState } from '@app/domain/subscriptions/subscription'
import type { ColumnType, Generated } from 'kysely'

/** What an order and what follows from it are kept in; the SQL is in supabase/migrations. */
export type OrderTables = {
  orders: OrderRow
  order_intents: OrderIntentRow
  deposit_uses: DepositUseRow
  payment_events: PaymentEventRow
  subscriptions: SubscriptionRow
  order_acts: OrderActRow
}

export type OrderActRow = {
  id: ColumnType<string | number, never, never>
  order_id: string
  act: 'refunded'
  actor: string | null
  program_day: number | null
  acted_at: Date
}

type BuyerColumns = {
  user_id: string | null
  lead_id: string | null
  email: string | null
  name: string | null
  phone: string | null
  category: Category | null
  subcategory: Subcategory | null
}

export type OrderRow = BuyerColumns & {
  id: Generated<string>
  inv_id: Generated<number>
  product: ProductType
  price_tiyn: number
  deposit_tiyn: number
  charge_tiyn: number
  due_tiyn: Generated<number>
  currency: Generated<'KZT'>
  state: Generated<OrderState>
  test: boolean
  source: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  paid_at: Date | null
  asked: Generated<number>
  asked_at: Date | null
  turn: Generated<number>
  provider_standing: string | null
  receipt_sent_at: Date | null
  owner_notified_at: Date | null
}

export type OrderIntentRow = {
  intent_id: string
  order_id: string
  secret_sha256: string
  created_at: Generated<Date>
}

export type DepositUseRow = {
  order_id: string
  program_order_id: string
  created_at: Generated<Date>
  released_at: Date | null
}

export type PaymentEventRow = {
  id: Generated<string>
  provider: string
  operation: 'result' | 'status'
  inv_id: number | null
  order_id: string | null
  verdict: string
  authentic: boolean
  method: string
  headers: ColumnType<unknown, string, string>
  body: string
  body_sha256: string
  received_at: Generated<Date>
  repeats: Generated<number>
  repeated_at: Date | null
}

export type SubscriptionRow = BuyerColumns & {
  id: Generated<string>
  order_id: string
  current_day: Generated<number>
  state: Generated<SubscriptionState>
  /** The drivers read a date differently, so it is only written here. */
  started_on: ColumnType<unknown, string, string>
  timezone: string
  /** How far daily messaging got; see supabase/migrations/*_messages.sql. */
  last_sent_on: ColumnType<unknown, string | null | undefined, string | null>
  round: Generated<number>
  begun_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}
