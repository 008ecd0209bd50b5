import { normalizeEmail } from './contact.ts'
import { decodePunycodeLabel } from './punycode.ts'

/** The domains where most visitors have their mail. */
export const usualMailDomains = [
  'gmail.com',
  'mail.ru',
  'yandex.ru',
  'yandex.kz',
  'inbox.ru',
  'bk.ru',
  'list.ru',
  'icloud.com',
  'outlook.com',
  'hotmail.com',
] as const

/** One slip away from a usual one, and meant as they are. */
export const otherMailDomains: readonly string[] = [
  'mail.com',
  'email.com',
  'ymail.com',
  'gmail.ru',
  'email.ru',
  'ok.ru',
  'vk.ru',
  'yandex.uz',
  'yandex.kg',
  'yandex.az',
]

/** The address that was probably meant where its domain is one slip away from a usual one, else null. A doubt, never a refusal. */
export function suggestEmail(text: string): string | null {
  const email = normalizeEmail(text)
  const at = email.lastIndexOf('@')
  if (at < 1) return null
  const domain = email
    .slice(at + 1)
    .toLowerCase()
    .split('.')
    .map(decodePunycodeLabel)
    .join('.')
  if ([...usualMailDomains, ...otherMailDomains].includes(domain)) return null
  const meant = usualMailDomains.find((usual) => isOneEditAway(domain, usual))
  return meant === undefined ? null : `${email.slice(0, at)}@${meant}`
}

/**
 * Returns whether one letter is missing, too many or another, or two neighbours are swapped: a
 * Damerau-Levenshtein distance of 1.
 */
export function isOneEditAway(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const wrong = typed.slice(start, typed.length - end)
  const right = meant.slice(start, meant.length - end)
  if (wrong.length === 2 && right.length === 2) return wrong[0] === right[1] && wrong[1] === right[0]
  return wrong !== right && wrong.length <= 1 && right.length <= 1
}
