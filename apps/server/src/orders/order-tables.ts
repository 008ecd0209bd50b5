import type { OrderState } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import type { Category, Subcategory } from '@app/domain/result/categories'
import type { ColumnType, Generated } from 'kysely'

/** Tables of orders and their consequences; the SQL is in supabase/migrations. */
declare module '../services/tables.ts' {
  interface ProductTables {
    orders: OrderRow
    order_intents: OrderIntentRow
    deposit_uses: DepositUseRow
    order_acts: OrderActRow
    left_consultations: LeftConsultationRow
  }
}

type OrderActRow = {
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
  inv_id: number
  product: ProductType
  price_tiyn: number
  deposit_tiyn: number
  charge_tiyn: number
  due_tiyn: Generated<number>
  currency: Generated<'KZT'>
  state: Generated<OrderState>
  test: boolean
  source: string | null
  /** False when the account only shares the e-mail, so that the phone is unverified. */
  placed_signed_in: Generated<boolean>
  /** True for a gift; `name` is the buyer's. */
  is_gift: Generated<boolean>
  /** True when the buyer confirmed a second program. */
  is_wanted_again: Generated<boolean>
  /** The paid order that this one seems to repeat. */
  repeats_order_id: string | null
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

type OrderIntentRow = {
  intent_id: string
  order_id: string
  secret_sha256: string
  created_at: Generated<Date>
}

type DepositUseRow = {
  order_id: string
  program_order_id: string
  created_at: Generated<Date>
  released_at: Date | null
}

type LeftConsultationRow = { order_id: string; left_at: Generated<Date> }
