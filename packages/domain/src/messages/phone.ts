/** Why a typed phone is refused. Its Russian text is in `@app/content`. */
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

/**
 * Reads a phone as people in Kazakhstan write it: `+7 701 …`, `7701…`, `8 701 …`, or `701 …` alone. A number that lacks a
 * digit or has one too many is refused rather than completed: it would be somebody else's.
 */
export function readPhone(text: string): PhoneReading {
  const trimmed = text.trim()
  if (/[^\d\s+().–—‑-]|.\+/.test(trimmed)) return { ok: false, code: 'phone' }
  const typed = trimmed.replace(/\D/g, '')
  if (typed === '') return { ok: false, code: 'required' }
  const digits = completeLocal(typed, trimmed.startsWith('+'))
  if (!/^[1-9]/.test(digits)) return { ok: false, code: 'phone' }

  const [, wanted] = lengths.find(([code]) => digits.startsWith(code)) ?? []
  if (digits.length < (wanted ?? 10)) return { ok: false, code: 'phone_short' }
  if (digits.length > (wanted ?? 15)) return { ok: false, code: 'phone_long' }
  // After +7 no number begins with 0, 1, 2 or 5.
  return /^7[0125]/.test(digits) ? { ok: false, code: 'phone' } : { ok: true, digits }
}

/** A phone number as WhatsApp addresses it: digits with the country code, no plus. Null when the text is no phone number. */
export function toWhatsappNumber(text: string): string | null {
  const reading = readPhone(text)
  return reading.ok ? reading.digits : null
}

/** What a log or a list may show of a phone: its last two digits. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-2)}`
}

function completeLocal(digits: string, international: boolean): string {
  // No country's code begins with 87, so «+8 7…» is the local spelling too.
  if (digits.length === 11 && digits.startsWith('8') && (!international || digits[1] === '7')) {
    return `7${digits.slice(1)}`
  }
  // Nor does a number after +7 begin with 0, 1 or 2: whoever was given the plus by the field has typed 701, 717 or 727.
  const isLocal = digits.length === 10 && (international ? /^7[012]/ : /^7/).test(digits)
  return isLocal ? `7${digits}` : digits
}
