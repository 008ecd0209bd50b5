import { giftGreeting } from '@app/content/ru/whatsapp'
import type { Subscription } from './subscription-repository.ts'

/**
 * Returns the name for a day's greeting; null for none. A gift's first message explains the gift
 * instead.
 */
export function greetingName(
  { name, isGift }: Pick<Subscription, 'name' | 'isGift'>,
  day: number,
): string | null {
  return isGift && day === 1 ? giftGreeting : name
}
