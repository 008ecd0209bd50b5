/** The smaller of the two limits in Robokassa's documents. */
export const maxInvId = 2_147_483_647

/** Reads an order's number as the provider writes it: decimal digits, no sign, no leading zero. Null for anything else. */
export function parseInvId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null
  const invId = Number(text)
  return invId <= maxInvId ? invId : null
}
