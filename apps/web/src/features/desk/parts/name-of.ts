import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { formatPhone } from '@app/content/ru/writing/phone'
import { endOf } from './contact-links.ts'

type Named = { name: string | null; email?: string | null; phone: string | null }

/** Returns what somebody is called: who left no name goes by the address, or the number. */
export function nameOf({ name, email, phone }: Named): string {
  return name || email || (phone ? formatPhone(phone) : peopleTexts.nameless)
}

/**
 * Returns what a number's conversation goes by: whoever was given a program by its end and its
 * buyer, everybody else as they are called.
 */
export function talkerOf({ isGift, ...named }: Named & { isGift: boolean }): string {
  const { name, email, phone } = named
  return isGift && phone ? peopleTexts.giftReader(endOf(phone), name || email || null) : nameOf(named)
}
