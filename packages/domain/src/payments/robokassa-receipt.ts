import { formatAmount } from './amount.ts'

/** Rates a shop in Kazakhstan may name (https://docs.robokassa.kz/fiscalization and the official plugins). */
export const receiptTaxes = ['none', 'vat0', 'vat5', 'vat12', 'vat16'] as const
export type ReceiptTax = (typeof receiptTaxes)[number]

const maxItemNameLength = 128

/**
 * The fiscal receipt of one product as JSON text: one item whose sum is the charge. Signed as it stands; the form
 * encoding around it happens once, on the way. The tax system (`sno`) is not sent in Kazakhstan.
 */
export function receiptJson(itemName: string, chargeTiyn: number, tax: ReceiptTax): string {
  const name = JSON.stringify(itemName.slice(0, maxItemNameLength))
  // Written by hand so that the sum keeps its two decimals, as in the signed OutSum.
  return `{"items":[{"name":${name},"quantity":1,"sum":${formatAmount(chargeTiyn)},"tax":"${tax}"}]}`
}
