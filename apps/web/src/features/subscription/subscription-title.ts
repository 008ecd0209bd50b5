import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { OwnProgram } from '@app/contracts/subscription'

/**
 * Returns what tells one of several from the others: of a gift, its number. Null over what is one's
 * only program and one's own.
 */
export function titleOf(
  { isGift, phone, invId }: OwnProgram,
  programs: readonly OwnProgram[],
): string | null {
  if (!isGift) return programs.length > 1 ? texts.own : null
  const earlier = programs.filter((other) => other.isGift && other.phone === phone && other.invId < invId)
  return texts.gift.title(phone && formatPhone(phone), earlier.length + 1)
}
