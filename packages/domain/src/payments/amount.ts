import { tiynPerTenge } from '../orders/products.ts'

/** Formats an amount as it is sent and signed: `5000.00`. */
export function formatAmount(tiyn: number): string {
  const tenge = Math.floor(tiyn / tiynPerTenge)
  return `${tenge}.${String(tiyn % tiynPerTenge).padStart(2, '0')}`
}

/**
 * Reads an amount as the provider writes it, `5000`, `5000.00` or `5000.000000`, into whole tiyn.
 * Null for anything else: exponents, signs, spaces, a fraction of a tiyn.
 */
export function parseAmount(text: string): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (/[^0]/.test(fraction.slice(2))) return null
  return Number(whole) * tiynPerTenge + Number(fraction.slice(0, 2).padEnd(2, '0'))
}
