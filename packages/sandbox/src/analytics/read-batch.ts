import { gunzipSync } from 'node:zlib'

const maxBytes = 1_000_000
const maxEvents = 1000

/**
 * Reads what the provider's libraries send: one event, a list, or a batch with a list inside; as
 * JSON, compressed with gzip, or, when the browser sends it while the page closes, as base64 in a
 * form. Throws for anything else, and for what is too much to hold.
 */
export function readBatch(body: Buffer): unknown[] {
  const events = eventsOf(body)
  if (events.length > maxEvents) throw new RangeError('too many events at once')
  return events
}

function eventsOf(body: Buffer): unknown[] {
  const parsed: unknown = JSON.parse(textOf(body))
  if (Array.isArray(parsed)) return parsed
  if (typeof parsed !== 'object' || parsed === null) throw new SyntaxError('neither an event nor a list')
  if ('batch' in parsed && Array.isArray(parsed.batch)) return parsed.batch
  return [parsed]
}

function textOf(body: Buffer): string {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body, { maxOutputLength: maxBytes }).toString()
  const text = body.toString()
  if (!text.startsWith('data=')) return text
  return Buffer.from(new URLSearchParams(text).get('data') ?? '', 'base64').toString()
}
