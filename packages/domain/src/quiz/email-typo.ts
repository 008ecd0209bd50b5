import { normalizeEmail } from './contact.ts'
import { decodePunycodeLabel } from './punycode.ts'

/** The most common mail domains. */
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

/** Real domains that are one edit away from a common one. */
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

/**
 * Suggests the probable address when the domain is one edit away from a common one; null otherwise.
 */
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
