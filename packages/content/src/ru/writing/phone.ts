import { nbsp } from './typeset.ts'

/**
 * A number to check by eye, «+7 701 555 00 02», in one piece; with a plus or without. Other countries' numbers are not parted, since
 * each parts them in its own way. Whoever shows a number shows it so: the cabinet, the desk and the stand-ins.
 */
export function formatPhone(phone: string): string {
  const [, ...parts] = /^\+?(7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone) ?? []
  if (parts.length > 0) return `+${parts.join(nbsp)}`
  return /^\d/.test(phone) ? `+${phone}` : phone
}
