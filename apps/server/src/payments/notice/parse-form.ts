/**
 * Reads `a=1&b=2` as received into its fields, in their order. What cannot be decoded, as an e-mail in windows-1251, is
 * `\ufffd`: it fits no signature and no amount, and the other fields count. Null for more fields than any provider sends.
 */
export function parseForm(raw: string): [string, string][] | null {
  const parts = raw.split('&').filter((part) => part !== '')
  if (parts.length === 0 || parts.length > maxFields) return null
  return parts.map((part) => {
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    return [decode(name) ?? name, at < 0 ? '' : (decode(part.slice(at + 1)) ?? '\ufffd')]
  })
}

const maxFields = 60

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
