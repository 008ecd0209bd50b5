import { createHash } from 'node:crypto'
import { isObject } from '../../http/json.ts'

/** A client's join options, with upstream's defaults for missing or invalid ones. */
export type JoinConfig = {
  isPrivate: boolean
  broadcast: { self: boolean; ack: boolean; replay: Replay | null; tellsReady: boolean }
  presence: { key: string; isEnabled: boolean }
  changes: readonly WantedChanges[]
  /** True when the answer waits for the subscriptions. */
  waitsForChanges: boolean
}

type Replay = { sinceMs: number; limit: number } | 'invalid'

/** A change subscription with the client's own words. */
export type WantedChanges = {
  id: number
  event: string
  schema: string
  table: string
  filter: string
  select: readonly string[] | null
  asked: Readonly<Record<string, unknown>>
}

const maxReplayed = 25
const maxKeyBytes = 255

export function readJoinConfig(payload: unknown): JoinConfig {
  const { config, presence, broadcast, options } = partsOf(payload)
  const wanted = Array.isArray(config.postgres_changes) ? config.postgres_changes.filter(isObject) : []
  return {
    isPrivate: config.private === true || config.private === 'true',
    broadcast: {
      self: broadcast.self === true,
      ack: broadcast.ack === true,
      replay:
        broadcast.replay === undefined || broadcast.replay === null ? null : readReplay(broadcast.replay),
      tellsReady: broadcast.replication_ready === true,
    },
    presence: {
      key: isKey(presence.key) ? presence.key : crypto.randomUUID(),
      isEnabled: presence.enabled !== false,
    },
    changes: wanted.map(readWanted),
    waitsForChanges: options.wait === true,
  }
}

function partsOf(payload: unknown) {
  const part = (from: unknown, name: string) => {
    const found = isObject(from) ? from[name] : undefined
    return isObject(found) ? found : {}
  }
  const config = part(payload, 'config')
  return {
    config,
    presence: part(config, 'presence'),
    broadcast: part(config, 'broadcast'),
    options: part(config, 'postgres_changes_options'),
  }
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && key !== '' && Buffer.byteLength(key) <= maxKeyBytes
}

function readReplay(asked: unknown): Replay {
  if (!isObject(asked)) return 'invalid'
  const { since = 0, limit = maxReplayed } = asked
  if (typeof since !== 'number' || !Number.isSafeInteger(since) || typeof limit !== 'number') return 'invalid'
  if (!Number.isInteger(limit) || limit < 1 || limit > maxReplayed || Math.abs(since) > 8.64e15)
    return 'invalid'
  return { sinceMs: since, limit }
}

function readWanted(asked: Record<string, unknown>): WantedChanges {
  const text = (name: string, otherwise: string) => {
    const value = asked[name]
    return typeof value === 'string' && value !== '' ? value : otherwise
  }
  const { select } = asked
  const columns = Array.isArray(select)
    ? select.filter((name): name is string => typeof name === 'string')
    : []
  return {
    id: createHash('sha256').update(JSON.stringify(asked)).digest().readUInt32BE() >>> 1,
    event: text('event', '*').toUpperCase(),
    schema: text('schema', '*'),
    table: text('table', '*'),
    filter: text('filter', ''),
    select: columns.length > 0 ? columns : null,
    asked,
  }
}
