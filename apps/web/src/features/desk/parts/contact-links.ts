/** Opens a chat with a number (digits with the country's code) in one's own WhatsApp. */
export function whatsappUrl(phone: string): string {
  return `https://wa.me/${phone}`
}

/** The last two digits, by which numbers of one person are told apart. */
export function lastDigitsOf(digits: string): string {
  return digits.slice(-2)
}
