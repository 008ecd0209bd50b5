import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { formatPhone } from '@app/content/ru/writing/phone'
import { lastDigitsOf } from './contact-links.ts'

type NamedPerson = { name: string | null; email?: string | null; phone: string | null }

/** Returns a person's name, e-mail or phone. */
export function nameOf({ name, email, phone }: NamedPerson): string {
  return name || email || (phone ? formatPhone(phone) : peopleTexts.nameless)
}

/**
 * Returns the title of a conversation: a gift's reader by the number's end and the buyer, others by
 * name.
 */
export function conversationNameOf({ isGift, ...named }: NamedPerson & { isGift: boolean }): string {
  const { name, email, phone } = named
  return isGift && phone ? peopleTexts.giftReader(lastDigitsOf(phone), name || email || null) : nameOf(named)
}
