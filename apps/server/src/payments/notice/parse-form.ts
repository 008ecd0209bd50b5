/**
 * Parses a form in its original order. An undecodable value becomes `\ufffd`, which matches no
 * signature. Returns null for too many fields.
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
