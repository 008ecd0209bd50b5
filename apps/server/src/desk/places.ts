/** Where a list goes on, as its page hands it back: what the last row is sorted by, as the database writes it, and its id. */
export type Place = readonly [value: string, id: string]

const value = /^(-?\d[\d.e+-]{0,30}|\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:?\d\d)?)?)$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Throws `RangeError` for what no page has answered. */
export function readPlace(text: string): Place {
  const [at, id] = parse(text)
  if (typeof at === 'string' && value.test(at) && typeof id === 'string' && uuid.test(id)) return [at, id]
  throw new RangeError('no place in a list')
}

function parse(text: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(place) ? place : []
  } catch {
    return []
  }
}
