/** An event as it arrived; `at` is when, as an ISO instant. */
export type ReceivedEvent = {
  id: number
  at: string
  event: string
  uuid: string | null
  distinctId: string | null
  properties: Record<string, unknown>
  /** Whatever came beside the properties: what is kept about the person, the event's own time. */
  rest: Record<string, unknown>
}

export type EventStore = {
  take: (events: readonly unknown[]) => void
  /** Newest first. */
  list: () => readonly ReceivedEvent[]
  /** Forgets everything about the people known by these ids. */
  erase: (distinctIds: readonly string[]) => void
  clear: () => void
}

/** What arrived at the stand-in for the analytics provider, in memory; beyond `limit` the oldest is forgotten. */
export function openEventStore(limit = 5000, now: () => Date = () => new Date()): EventStore {
  let events: readonly ReceivedEvent[] = []
  let lastId = 0
  return {
    take(arrived) {
      const received = arrived.filter(isRecord).map((event) => {
        lastId += 1
        return toReceived(event, lastId, now())
      })
      // The provider, too, keeps one event of each uuid.
      const known = new Set(events.flatMap(({ uuid }) => uuid ?? []))
      const fresh = received.filter(({ uuid }) => uuid === null || !known.has(uuid))
      events = [...fresh.reverse(), ...events].slice(0, limit)
    },
    list: () => events,
    erase(distinctIds) {
      events = events.filter(({ distinctId }) => distinctId === null || !distinctIds.includes(distinctId))
    },
    clear() {
      events = []
    },
  }
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
