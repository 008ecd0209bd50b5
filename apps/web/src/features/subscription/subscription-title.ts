import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { OwnProgram } from '@app/contracts/subscription'

/**
 * Returns the title that tells one program from the others: of a gift, its number. Null over one's
 * only program, if it is one's own.
 */
export function titleOf(
  { isGift, phone, invId }: OwnProgram,
  programs: readonly OwnProgram[],
): string | null {
  if (!isGift) return programs.length > 1 ? texts.own : null
  const earlier = programs.filter((other) => other.isGift && other.phone === phone && other.invId < invId)
  return texts.gift.title(phone && formatPhone(phone), earlier.length + 1)
}
