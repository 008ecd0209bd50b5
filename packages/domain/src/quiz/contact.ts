import { readPhone } from '../messages/phone.ts'
import { cleanText, dropInvisible, hasVisibleText } from '../text.ts'
import type { Contact } from './answers.ts'
import { decodePunycodeLabel } from './punycode.ts'
import type { ValidationCode } from './validation.ts'

/** Longest accepted contact fields; an address longer than 254 cannot be delivered to (RFC 5321, 4.5.3.1.3). */
export const contactLimits = { name: 100, email: 254, phone: 16 } as const

/** Normalizes a phone to a plus and digits. Other texts keep only their digits. */
export function stripPhone(text: string): string {
  const reading = readPhone(text)
  return reading.ok ? `+${reading.digits}` : text.replace(/[^\d+]/g, '')
}

export function checkName(text: string): ValidationCode | null {
  if (!hasVisibleText(cleanText(text))) return 'required'
  return text.trim().length > contactLimits.name ? 'too_long' : null
}

/** Trims an address and drops invisible characters. */
export function normalizeEmail(text: string): string {
  return dropInvisible(text).trim()
}

/** Checks for one `@`, a dotted host and no spaces. The mailed code is the real check. */
export function checkEmail(text: string): ValidationCode | null {
  const email = normalizeEmail(text)
  if (email === '') return 'required'
  if (email.length > contactLimits.email || cleanText(email) !== email) return 'email'
  const isWhole = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\".]+(\.[^\s@<>()[\],;:\\".]+)+$/u.test(email)
  if (!isWhole) return 'email'
  return hasStrayCyrillic(email) ? 'email_cyrillic' : null
}

/**
 * Returns true when a Cyrillic letter is in an otherwise Latin address. Addresses with a Cyrillic
 * domain are valid.
 */
function hasStrayCyrillic(email: string): boolean {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  const labels = email
    .slice(at + 1)
    .split('.')
    .map(decodePunycodeLabel)
  const isCyrillic = (part: string) => /\p{Script=Cyrillic}/u.test(part)
  const isMixed = (part: string) => isCyrillic(part) && /[a-z]/i.test(part)
  return [name, ...labels].some(isMixed) || (isCyrillic(name) && !labels.some(isCyrillic))
}

export function checkPhone(text: string): ValidationCode | null {
  const reading = readPhone(text)
  return reading.ok ? null : reading.code
}

export type ContactErrors = { [K in keyof Contact]?: ValidationCode }

export function checkContact(contact: Contact): ContactErrors {
  const name = checkName(contact.name)
  const email = checkEmail(contact.email)
  const phone = checkPhone(contact.phone)
  return { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) }
}
