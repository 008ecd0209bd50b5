import { giftGreeting } from '@app/content/ru/whatsapp'
import type { Subscription } from './subscription-repository.ts'

/**
 * Returns the words that stand for the name in a day's greeting, null for none; whoever is given a
 * program learns so from the first.
 */
export function greetingName(
  { name, isGift }: Pick<Subscription, 'name' | 'isGift'>,
  day: number,
): string | null {
  return isGift && day === 1 ? giftGreeting : name
}
