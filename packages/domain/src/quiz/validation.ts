import { cleanText } from '../text.ts'
import type { AnswersSoFar, Contact, NumberKey } from './answers.ts'
import type { Step } from './steps.ts'

/** Inclusive limits (specification, section 9): centimetres and kilograms. */
export const numberLimits = {
  height: { min: 120, max: 250 },
  weight: { min: 30, max: 300 },
} as const satisfies Record<NumberKey, { min: number; max: number }>

/** Why an answer is refused. Its Russian text is in `@app/content`. */
export type ValidationCode =
  | 'required'
  | 'too_small'
  | 'too_big'
  | 'not_a_number'
  | 'not_whole'
  | 'email'
  | 'phone'
  | 'too_long'

export type NumberReading = { ok: true; value: number } | { ok: false; code: ValidationCode }

/** Longest accepted contact fields; an address longer than 254 cannot be delivered to (RFC 5321, 4.5.3.1.3). */
export const contactLimits = { name: 100, email: 254, phone: 16 } as const

/**
 * Reads a typed height or weight. A comma stands for the decimal point; height is whole centimetres; weight
 * keeps at most two decimals.
 */
export function readNumber(key: NumberKey, text: string): NumberReading {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return { ok: false, code: 'required' }
  if (!/^\d{1,4}(\.\d{0,2})?$/.test(trimmed)) return { ok: false, code: 'not_a_number' }
  return checkNumber(key, Number(trimmed))
}

/** Checks a height or weight that already is a number. */
export function checkNumber(key: NumberKey, value: number): NumberReading {
  const { min, max } = numberLimits[key]
  if (!Number.isFinite(value)) return { ok: false, code: 'not_a_number' }
  if (value < min) return { ok: false, code: 'too_small' }
  if (value > max) return { ok: false, code: 'too_big' }
  if (key === 'height' && !Number.isInteger(value)) return { ok: false, code: 'not_whole' }
  return { ok: true, value }
}

/**
 * Forces typed text into `+` followed by digits, as the phone input shows it. An empty text stays empty. A number
 * that starts with 8 and no plus is dialled from within the country: it becomes +7.
 */
export function formatPhoneInput(text: string): string {
  const typed = text.trim()
  const digits = typed
    .replace(/\D/g, '')
    .replace(/^8/, typed.startsWith('+') ? '8' : '7')
    .slice(0, 15)
  return digits === '' ? (typed === '' ? '' : '+') : `+${digits}`
}

/** Strips everything except digits and plus (specification, section 5). */
export function stripPhone(text: string): string {
  return text.replace(/[^\d+]/g, '')
}

export function checkName(text: string): ValidationCode | null {
  if (cleanText(text).trim() === '') return 'required'
  return text.trim().length > contactLimits.name ? 'too_long' : null
}

/** One `@`, a dotted host and no spaces: enough to catch slips, since the code sent to it is the real check. */
export function checkEmail(text: string): ValidationCode | null {
  const email = text.trim()
  if (email === '') return 'required'
  if (email.length > contactLimits.email || cleanText(email) !== email) return 'email'
  return /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\".]+(\.[^\s@<>()[\],;:\\".]+)+$/u.test(email)
    ? null
    : 'email'
}

/** A plus followed by at least 10 digits, at most the 15 of E.164. */
export function checkPhone(text: string): ValidationCode | null {
  const phone = stripPhone(text)
  if (phone === '') return 'required'
  return /^\+\d{10,15}$/.test(phone) ? null : 'phone'
}

export type ContactErrors = { [K in keyof Contact]?: ValidationCode }

export function checkContact(contact: Contact): ContactErrors {
  const name = checkName(contact.name)
  const email = checkEmail(contact.email)
  const phone = checkPhone(contact.phone)
  return { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) }
}

/** Whether the step's Next may be pressed. The contact form checks itself at its submit. */
export function isAnswered(step: Step, answers: AnswersSoFar): boolean {
  switch (step.type) {
    case 'welcome':
    case 'contact-form':
      return true
    case 'multi-choice':
      return answers.healthIssues.length > 0
    case 'number-input': {
      const value = answers[step.key]
      return value !== undefined && checkNumber(step.key, value).ok
    }
    case 'single-choice':
      return 'optional' in step || answers[step.key] !== undefined
  }
}
