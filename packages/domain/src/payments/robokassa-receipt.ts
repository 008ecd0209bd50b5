import { formatAmount } from './amount.ts'

/** Rates a shop in Kazakhstan may name (https://docs.robokassa.kz/fiscalization and the official plugins). */
export const receiptTaxes = ['none', 'vat0', 'vat5', 'vat12', 'vat16'] as const
export type ReceiptTax = (typeof receiptTaxes)[number]

const maxItemNameLength = 128

/**
 * Builds the fiscal receipt of one product as JSON. The text is signed as it is, and form-encoded
 * once. Kazakhstan needs no tax system (`sno`).
 */
export function receiptJson(itemName: string, chargeTiyn: number, tax: ReceiptTax): string {
  const name = JSON.stringify(itemName.slice(0, maxItemNameLength))
  // Built by hand, because the sum needs two decimals.
  return `{"items":[{"name":${name},"quantity":1,"sum":${formatAmount(chargeTiyn)},"tax":"${tax}"}]}`
}
