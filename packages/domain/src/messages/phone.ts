/**
 * A phone number as WhatsApp addresses it: digits with the country code, no plus. `8XXXXXXXXXX` and ten digits that
 * start with 7 are how people in Kazakhstan write `7XXXXXXXXXX`. Null when the text is no phone number.
 */
export function toWhatsappNumber(text: string): string | null {
  if (/[^\d\s+().–—‑-]/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  const local = completeLocal(digits, text.trim().startsWith('+'))
  if (!/^[1-9]\d{9,14}$/.test(local)) return null
  return local.startsWith('7') && local.length !== 11 ? null : local
}

function completeLocal(digits: string, international: boolean): string {
  // No country's code begins with 87, so «+8 7…» is the local spelling too.
  if (digits.length === 11 && digits.startsWith('8') && (!international || digits[1] === '7')) {
    return `7${digits.slice(1)}`
  }
  return digits.length === 10 && digits.startsWith('7') && !international ? `7${digits}` : digits
}

/** What a log or a list may show of a phone: its last two digits. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-2)}`
}
