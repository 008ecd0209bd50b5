import { nbsp } from './typeset.ts'

/**
 * Formats a number for reading: «+7 701 555 00 02». Other countries' numbers stay ungrouped,
 * because each country groups them in its own way.
 */
export function formatPhone(phone: string): string {
  const [, ...parts] = /^\+?(7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone) ?? []
  if (parts.length > 0) return `+${parts.join(nbsp)}`
  return /^\d/.test(phone) ? `+${phone}` : phone
}
