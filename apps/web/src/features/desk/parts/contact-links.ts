/** Opens a chat with a number (digits with the country's code) in one's own WhatsApp. */
export function whatsappUrl(phone: string): string {
  return `https://wa.me/${phone}`
}

/** «+7 701 000-00-01»; other countries' numbers as they are. */
export function showPhone(digits: string): string {
  const [, area, first, second, third] = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? []
  return area ? `+7\u00a0${area}\u00a0${first}\u2011${second}\u2011${third}` : `+${digits}`
}

/** The last two digits, by which numbers of one person are told apart. */
export function endOf(digits: string): string {
  return digits.slice(-2)
}
