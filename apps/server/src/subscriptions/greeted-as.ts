import { giftGreeting } from '@app/content/ru/whatsapp'
import type { Subscription } from './subscription-repository.ts'

/**
 * Returns whom a day's message greets, in the place of the name; whoever is given a program learns
 * so from the first. Null for nobody.
 */
export function greetedAs(
  { name, isGift }: Pick<Subscription, 'name' | 'isGift'>,
  day: number,
): string | null {
  return isGift && day === 1 ? giftGreeting : name
}
