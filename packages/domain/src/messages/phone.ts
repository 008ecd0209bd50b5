import { dropUnseen } from '../text.ts'

/** The reason why a typed phone is refused. Its Russian text is in `@app/content`. */
export type PhoneCode = 'required' | 'phone' | 'phone_short' | 'phone_long'

export type PhoneReading = { ok: true; digits: string } | { ok: false; code: PhoneCode }

/**
 * How many digits a number has, its country's code included, where that is one number: Kazakhstan, its neighbours, and who else
 * lives there. Of all other countries only the limits of E.164 are known.
 */
const lengths: readonly (readonly [code: string, digits: number])[] = [
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

/** After +7 no number begins with 0, 1, 2 or 5. */
const neverAfter7 = /^7[0125]/

const shortCodes = '2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]'

/** Another country's code and the zero that is dialled before a number inside that country alone. */
const trunkZero = new RegExp(`^(1|${shortCodes}|(?!${shortCodes})[2-689]\\d\\d)0+`)

/** Italy, San Marino, Ivory Coast, Benin and Congo, where a zero belongs to the number. */
const ownZero = /^(39|378|225|229|242)/

/** `+49 (0)151`: the zero is left out from abroad. */
const bracketedZero = /\(\s*0\s*\)/

/**
 * Reads a phone as people in Kazakhstan write it: `+7 701 …`, `7701…`, `8 701 …`, or `701 …` alone. A number that lacks a
 * digit or has one too many is refused rather than completed: it would be somebody else's.
 */
export function readPhone(text: string): PhoneReading {
  const trimmed = plainly(dropUnseen(text))
  if (/[^\d\s+().–—‑-]|.\+/.test(trimmed)) return { ok: false, code: 'phone' }
  const typed = digitsOf(trimmed)
  if (isZeroDoubtful(trimmed)) return { ok: false, code: 'phone' }
  if (typed === '') return { ok: false, code: 'required' }
  const digits = completeLocal(typed, trimmed.startsWith('+'))
  if (!/^[1-9]/.test(digits)) return { ok: false, code: 'phone' }

  const [, wanted] = lengths.find(([code]) => digits.startsWith(code)) ?? []
  if (digits.length < (wanted ?? 10)) return { ok: false, code: 'phone_short' }
  if (digits.length > (wanted ?? 15)) return { ok: false, code: 'phone_long' }
  return neverAfter7.test(digits) ? { ok: false, code: 'phone' } : { ok: true, digits }
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

/** A phone number as WhatsApp addresses it: digits with the country code, no plus. Null when the text is no phone number. */
export function toWhatsappNumber(text: string): string | null {
  const reading = readPhone(text)
  return reading.ok ? reading.digits : null
}

/** Masks a phone for logs and lists: only its last two digits stay. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-2)}`
}

/**
 * A Kazakh spelling with its country's code, whole or still being typed: both are read alike, so that the field shows what
 * will be kept.
 */
function completeLocal(digits: string, international: boolean): string {
  // No country's code begins with 87, so «+8 7…» is the local spelling too. A lone 8 is how it begins.
  if ((international ? /^87/ : /^8(?:$|7|\d{10}$)/).test(digits)) return `7${digits.slice(1)}`
  // Whoever was given the plus by the field has typed 701, 717, 727 or 750.
  if (neverAfter7.test(digits)) return `7${digits}`
  if (!international && /^7\d{9}$/.test(digits)) return `7${digits}`
  return ownZero.test(digits) ? digits : digits.replace(trunkZero, '$1')
}

function digitsOf(text: string): string {
  return text.replace(bracketedZero, '').replace(/\D/g, '')
}

/** Only whoever wrote it can tell, where some numbers begin with a zero and others do not. */
function isZeroDoubtful(text: string): boolean {
  return bracketedZero.test(text) && ownZero.test(text.replace(/\D/g, ''))
}
