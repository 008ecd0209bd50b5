import type { ColumnType, Generated } from 'kysely'

declare module '../../services/tables.ts' {
  interface ProductTables {
    payment_events: PaymentEventRow
  }
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
