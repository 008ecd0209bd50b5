/**
 * A message to a topic. `text` is the whole payload as JSON, as a client of version 1 wrote it; `user` has its parts, as version
 * 2 writes them in bytes. `meta` is JSON that the server adds.
 */
export type Broadcast =
  | { kind: 'text'; text: string }
  | { kind: 'user'; event: string; encoding: 'json' | 'binary'; payload: Buffer; meta: string | null }

/** A topic as its subscribers share it: a private one is another than a public one of the same name. */
export type TopicKey = `${'private' | 'public'}:${string}`

export function topicKey(name: string, isPrivate: boolean): TopicKey {
  return `${isPrivate ? 'private' : 'public'}:${name}`
}

/** The name that clients join a topic by. */
export function topicOf(key: TopicKey): string {
  return `realtime:${key.slice(key.indexOf(':') + 1)}`
}

/** Builds a broadcast from JSON text. */
export function jsonBroadcast(event: string, payload: string, meta: string | null = null): Broadcast {
  return { kind: 'user', event, encoding: 'json', payload: Buffer.from(payload), meta }
}

/** Returns the size of the user's part in bytes. */
export function sizeOf(broadcast: Broadcast): number {
  return broadcast.kind === 'text' ? Buffer.byteLength(broadcast.text) : broadcast.payload.length
}

/** The JSON form between processes. */
export type PackedBroadcast = { x: string } | { e: string; j?: string; y?: string; m: string | null }

export function packBroadcast(broadcast: Broadcast): PackedBroadcast {
  if (broadcast.kind === 'text') return { x: broadcast.text }
  const { event: e, encoding, payload, meta: m } = broadcast
  return encoding === 'json' ? { e, j: payload.toString('utf8'), m } : { e, y: payload.toString('base64'), m }
}

export function unpackBroadcast(packed: PackedBroadcast): Broadcast {
  if ('x' in packed) return { kind: 'text', text: packed.x }
  const { e: event, j, y = '', m: meta } = packed
  return j === undefined
    ? { kind: 'user', event, encoding: 'binary', payload: Buffer.from(y, 'base64'), meta }
    : jsonBroadcast(event, j, meta)
}
