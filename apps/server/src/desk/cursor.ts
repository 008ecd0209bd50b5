import { daySchema } from '@app/contracts/desk/day'

/** A keyset cursor: the sort value of the last row, as the database writes it, and its id. */
export type Cursor = readonly [value: string, id: string]

/** The type of the column that a list is sorted by. */
export type CursorType = 'timestamptz' | 'date' | 'double precision'

const isDay = (text: string) => daySchema.safeParse(text).success
const time = /^.{10} ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/
const number = /^-?\d{1,17}(\.\d{1,17})?(e[+-]\d\d)?$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Tells if a value is one that the database writes for this type, because any other would be a
 * database error.
 */
const isOfType: Record<CursorType, (value: string) => boolean> = {
  timestamptz: (value) => time.test(value) && isDay(value.slice(0, 10)),
  date: isDay,
  'double precision': (value) => number.test(value),
}

export function encodeCursor(place: Cursor): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Decodes a cursor. @throws RangeError for a text that no list with such a column has answered. */
export function decodeCursor(text: string, type: CursorType): Cursor {
  const [value, id] = parse(text)
  if (typeof value === 'string' && isOfType[type](value) && typeof id === 'string' && uuid.test(id)) {
    return [value, id]
  }
  throw new RangeError('not a cursor')
}

function parse(text: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(place) ? place : []
  } catch {
    return []
  }
}
