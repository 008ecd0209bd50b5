import { dropInvisible } from '../text.ts'

/** The reason for refusing a phone. Its text is in `@app/content`. */
export type PhoneCode = 'required' | 'phone' | 'phone_short' | 'phone_long'

export type PhoneParseResult = { ok: true; digits: string } | { ok: false; code: PhoneCode }

/**
 * The number of digits, with the country code, of Kazakhstan, its neighbours and common countries.
 * All other countries have only the limits of E.164.
 */
const digitCountByCode: readonly (readonly [code: string, digits: number])[] = [
  ['7', 11],
  ['1', 11],
  ['86', 13],
  ['90', 12],
  ['375', 12],
  ['380', 12],
  ['992', 12],
  ['993', 11],
  ['994', 12],
  ['995', 12],
  ['996', 12],
  ['998', 12],
]

/** No number after +7 begins with 0, 1, 2 or 5. */
const unassignedAfter7 = /^7[0125]/

const twoDigitCountryCodes = '2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]'

/** A foreign country code followed by a trunk zero. */
const trunkZero = new RegExp(`^(1|${twoDigitCountryCodes}|(?!${twoDigitCountryCodes})[2-689]\\d\\d)0+`)

/** Italy, San Marino, Ivory Coast, Benin and Congo, whose numbers keep the zero. */
const countriesKeepingZero = /^(39|378|225|229|242)/

/** The zero in `+49 (0)151` is not dialled from abroad. */
const bracketedZero = /\(\s*0\s*\)/

/**
 * Parses a phone as people write it in Kazakhstan: `+7 701 …`, `7701…`, `8 701 …` or `701 …`. It
 * never completes a number, because the result could be another person's.
 */
export function readPhone(text: string): PhoneParseResult {
  const trimmed = plainly(dropInvisible(text))
  if (/[^\d\s+().–—‑-]|.\+/.test(trimmed)) return { ok: false, code: 'phone' }
  const typed = digitsOf(trimmed)
  if (isZeroDoubtful(trimmed)) return { ok: false, code: 'phone' }
  if (typed === '') return { ok: false, code: 'required' }
  const digits = completeLocal(typed, trimmed.startsWith('+'))
  if (!/^[1-9]/.test(digits)) return { ok: false, code: 'phone' }

  const [, wanted] = digitCountByCode.find(([code]) => digits.startsWith(code)) ?? []
  if (digits.length < (wanted ?? 10)) return { ok: false, code: 'phone_short' }
  if (digits.length > (wanted ?? 15)) return { ok: false, code: 'phone_long' }
  return unassignedAfter7.test(digits) ? { ok: false, code: 'phone' } : { ok: true, digits }
}

/** Forces typed text into `+` followed by digits, as the phone input shows it: read as it will be. An empty text stays empty. */
export function formatPhoneInput(text: string): string {
  const typed = plainly(text)
  if (typed === '') return ''
  if (isZeroDoubtful(typed)) return typed
  return `+${completeLocal(digitsOf(typed), typed.startsWith('+')).slice(0, 15)}`
}

/** With Latin digits for full-width ones, and a plus for the two zeros that are dialled before a country's code. */
function plainly(text: string): string {
  return text
    .replace(/[\uff08-\uff19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^\+?\s*0\s*0/, '+')
}

/** Returns the digits with the country code, without a plus; null for other texts. */
export function toWhatsappNumber(text: string): string | null {
  const reading = readPhone(text)
  return reading.ok ? reading.digits : null
}

/** Masks a phone for logs and lists: only its last two digits stay. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-2)}`
}

/**
 * Adds the country code to a Kazakh number, complete or partial, so that the field shows the stored
 * form.
 */
function completeLocal(digits: string, international: boolean): string {
  // No country code begins with 87, so «+8 7…» is local. A lone 8 begins a local number.
  if ((international ? /^87/ : /^8(?:$|7|\d{10}$)/).test(digits)) return `7${digits.slice(1)}`
  // A field that prefills the plus turns 701, 717, 727 and 750 into +701 and the like.
  if (unassignedAfter7.test(digits)) return `7${digits}`
  if (!international && /^7\d{9}$/.test(digits)) return `7${digits}`
  return countriesKeepingZero.test(digits) ? digits : digits.replace(trunkZero, '$1')
}

function digitsOf(text: string): string {
  return text.replace(bracketedZero, '').replace(/\D/g, '')
}

/** In these countries only some numbers begin with a zero, so the writer must decide. */
function isZeroDoubtful(text: string): boolean {
  return bracketedZero.test(text) && countriesKeepingZero.test(text.replace(/\D/g, ''))
}
