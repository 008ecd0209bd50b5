import { nbsp } from './typeset.ts'

/** A number to check by eye, «+7 701 555 00 02», in one piece; with a plus or without. Other countries' numbers as they are. */
export function formatPhone(phone: string): string {
  const [, ...parts] = /^\+?(7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone) ?? []
  return parts.length > 0 ? `+${parts.join(nbsp)}` : phone
}
