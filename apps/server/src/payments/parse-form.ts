/**
 * Reads `a=1&b=2` as received into its fields, in their order. Null for text that is not such a form: a broken
 * percent-encoding, bytes that are no UTF-8, or more fields than any provider sends.
 */
export function parseForm(raw: string): [string, string][] | null {
  const parts = raw.split('&').filter((part) => part !== '')
  if (parts.length === 0 || parts.length > maxFields) return null
  try {
    return parts.map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
  } catch {
    return null
  }
}

const maxFields = 60

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
