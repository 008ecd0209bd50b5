import type { RobokassaHash } from '@app/domain/payments/robokassa-hash'
import type { ReceiptTax } from '@app/domain/payments/robokassa-receipt'

/** Password#1 signs our requests, Password#2 Robokassa's notices. */
export type RobokassaPasswords = { password1: string; password2: string }

export type RobokassaSettings = {
  /** The base URL of `/Merchant/…`, without a trailing slash. */
  baseUrl: string
  merchantLogin: string
  hash: RobokassaHash
  live: RobokassaPasswords
  test: RobokassaPasswords | null
  /** New orders are placed in the provider's test mode, where no money moves. */
  testMode: boolean
  receiptTax: ReceiptTax | null
}
