import { estimateBytes } from './estimate-bytes.ts'

export type ReceivedEvent = {
  id: number
  at: string
  event: string
  uuid: string | null
  distinctId: string | null
  properties: Record<string, unknown>
  /** All fields beside the properties, such as the person's properties and the event's time. */
  rest: Record<string, unknown>
}

export type EventStore = {
  /** Throws for an event that nothing of ours would send. */
  take: (events: readonly unknown[]) => void
  /** Newest first. */
  list: () => readonly ReceivedEvent[]
  /** Forgets everything about the people known by these ids. */
  erase: (distinctIds: readonly string[]) => void
  clear: () => void
}

type StoreSettings = {
  limit?: number
  /** The memory limit for all stored events. */
  bytes?: number
  now?: () => Date
}

type StoredEvent = { event: ReceivedEvent; bytes: number }

/**
 * Opens a store in memory for the events that the stand-in for the analytics provider receives;
 * beyond `limit` and `bytes` the oldest is forgotten.
 */
export function createEventStore({
  limit = 5000,
  bytes: room = 20_000_000,
  now = () => new Date(),
}: StoreSettings = {}): EventStore {
  let held: readonly StoredEvent[] = []
  let lastId = 0
  return {
    take(arrived) {
      const received = arrived.filter(isRecord).map((raw) => {
        const bytes = estimateBytes(raw)
        lastId += 1
        return { event: toReceived(raw, lastId, now()), bytes }
      })
      // Like PostHog, the store keeps one event for each uuid.
      const known = new Set(held.flatMap(({ event }) => event.uuid ?? []))
      const fresh = received.filter(({ event: { uuid } }) => uuid === null || !known.has(uuid))
      held = newestWithinLimit([...fresh.reverse(), ...held].slice(0, limit), room)
    },
    list: () => held.map(({ event }) => event),
    erase(distinctIds) {
      held = held.filter(
        ({ event: { distinctId } }) => distinctId === null || !distinctIds.includes(distinctId),
      )
    },
    clear() {
      held = []
    },
  }
}

/** Returns the first events that fit into the limit. */
function newestWithinLimit(events: readonly StoredEvent[], room: number): readonly StoredEvent[] {
  let taken = 0
  const end = events.findIndex(({ bytes }) => {
    taken += bytes
    return taken > room
  })
  return end === -1 ? events : events.slice(0, end)
}

function toReceived(raw: Record<string, unknown>, id: number, now: Date): ReceivedEvent {
  const { event, uuid, distinct_id, properties, ...rest } = raw
  const known = isRecord(properties) ? properties : {}
  return {
    id,
    at: now.toISOString(),
    event: textOf(event) ?? '?',
    uuid: textOf(uuid) ?? textOf(known.$insert_id),
    distinctId: textOf(distinct_id) ?? textOf(known.distinct_id),
    properties: known,
    rest,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
