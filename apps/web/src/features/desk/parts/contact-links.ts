/** Opens a chat with a number (digits with the country's code) in one's own WhatsApp. */
export function whatsappUrl(phone: string): string {
  return `https://wa.me/${phone}`
}

/** Returns the last two digits of a number. */
export function lastDigitsOf(digits: string): string {
  return digits.slice(-2)
}
