import { isObject, JsonError, parseJson } from '../../../http/json.ts'
import type { Broadcast } from './broadcast.ts'

/** The way a client writes: objects, or lists and binary frames. */
export type Version = '1.0.0' | '2.0.0'

/** A WebSocket message, whose bytes all recipients share. */
export type Frame = { data: Buffer; isBinary: boolean }

/** A client's message. Broadcasts of version 2 are passed on unchanged. */
export type ClientMessage = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
  broadcast: Broadcast | null
  /** True when the broadcast is stored for replay. */
  isToBeKept: boolean
}

export type Envelope = { joinRef?: string | null; ref?: string | null; topic: string; event: string }

const pushKind = 3
const broadcastKind = 4
const encodings = ['binary', 'json'] as const
const fieldMaxLength = 255

/** Reads what a client has sent; null when it is no message. */
export function parseFrame(version: Version, data: Buffer, isBinary: boolean): ClientMessage | null {
  if (isBinary) return version === '2.0.0' ? parseBinary(data) : null
  const read = readJson(data.toString('utf8'))
  const fields = Array.isArray(read)
    ? read
    : isObject(read) && version === '1.0.0'
      ? [read.join_ref, read.ref, read.topic, read.event, read.payload]
      : []
  const [joinRef, ref, topic, event, payload] = fields as unknown[]
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return {
    joinRef: asRef(joinRef),
    ref: asRef(ref),
    topic,
    event,
    payload,
    broadcast: null,
    isToBeKept: false,
  }
}

/** A broadcast pushed as bytes: lengths of five fields, an encoding, the fields, and the payload as it is. */
function parseBinary(data: Buffer): ClientMessage | null {
  if (data.length < 7 || data[0] !== pushKind) return null
  const encoding = encodings[data[6] ?? -1]
  if (encoding === undefined) return null
  let at = 7
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = [...data.subarray(1, 6)].map(
    (length) => {
      at += length
      return data.toString('utf8', at - length, Math.min(at, data.length))
    },
  )
  if (at > data.length) return null
  // A copy, to release the rest of the buffer.
  const payload = Buffer.from(data.subarray(at))
  if (encoding === 'json' && readJson(payload.toString('utf8')) === undefined) return null
  const said = metadata === '' ? {} : readJson(metadata)
  if (!isObject(said)) return null
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: null,
    broadcast: { kind: 'user', event, encoding, payload, meta: null },
    isToBeKept: Boolean(said.persist),
  }
}

/** A message whose payload is JSON text already. */
export function encodeText(version: Version, envelope: Envelope, payload: string): string {
  const { joinRef = null, ref = null, topic, event } = envelope
  return version === '1.0.0'
    ? `{"ref":${JSON.stringify(ref)},"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload}}`
    : `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
}

/** Encodes a broadcast for a subscriber; null when the version cannot express it. */
export function encodeBroadcast(version: Version, topic: string, broadcast: Broadcast): Frame | null {
  const envelope = { topic, event: 'broadcast' }
  if (broadcast.kind === 'text') return textFrame(encodeText(version, envelope, broadcast.text))
  const { event, encoding, payload, meta } = broadcast
  const fields = [topic, event, meta ?? ''].map((field) => Buffer.from(field))
  const fits = fields.every(({ length }) => length <= fieldMaxLength)
  if (version === '2.0.0' && fits) {
    const head = [broadcastKind, ...fields.map(({ length }) => length), encodings.indexOf(encoding)]
    return { data: Buffer.concat([Buffer.from(head), ...fields, payload]), isBinary: true }
  }
  if (encoding === 'binary') return null
  const ending = meta === null ? '' : `,"meta":${meta}`
  const text = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.toString('utf8')}${ending}}`
  return textFrame(encodeText(version, envelope, text))
}

export function textFrame(text: string): Frame {
  return { data: Buffer.from(text), isBinary: false }
}

/** Undefined when it is no JSON, or nested deeper than is read. */
function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

function asRef(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
