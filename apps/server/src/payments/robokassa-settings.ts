import type { ReceiptTax } from '@app/domain/payments/robokassa-receipt'

/** What a shop may choose in Robokassa's technical settings. */
export const robokassaHashes = ['md5', 'ripemd160', 'sha1', 'sha256', 'sha384', 'sha512'] as const
export type RobokassaHash = (typeof robokassaHashes)[number]

/** Password#1 signs what we ask for, Password#2 what Robokassa tells us. */
export type RobokassaPasswords = { password1: string; password2: string }

export type RobokassaSettings = {
  /** Where `/Merchant/…` is found, without a trailing slash. */
  baseUrl: string
  merchantLogin: string
  hash: RobokassaHash
  live: RobokassaPasswords
  test: RobokassaPasswords | null
  /** New orders are placed in the provider's test mode, where no money moves. */
  testMode: boolean
  receiptTax: ReceiptTax | null
}
