import type { SaveLeadRequest } from '@app/contracts/leads'
import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { type Answer, afterAnswer, type Delivery, retryDelayMs } from './delivery.ts'
import { outboxKey } from './outbox-key.ts'

/** Sends one attempt as `userId`, or as a visitor. Rejects when nothing answered. */
export type SendLead = (request: SaveLeadRequest, userId: string | null) => Promise<Answer>

/** A queued attempt with its user. */
export type OutboxEntry = {
  request: SaveLeadRequest
  userId: string | null
  /** True once the failed save was reported. */
  isTold?: boolean
}

type Dependencies = {
  store: KeyValueStore
  send: SendLead
  /** Returns the id of the signed-in user. */
  signedInId: () => string | null
  /** Called before an attempt is sent. */
  onPosted: (kept: OutboxEntry) => void
  /** Called once for an attempt that failed at first, with the status if there is one. */
  onFailed: (status: number | null) => void
  /** Called when the server rejects an attempt finally. */
  onRefused: (status: number) => void
  setTimer: (run: () => void, delayMs: number) => unknown
  /** Resolves when the screen that an attempt ends with is there. */
  whenShown: () => Promise<void>
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Queues finished attempts until the server has saved them. They are stored first, so they survive
 * a closed tab, and their ids make repeats harmless.
 */
export function createOutbox(dependencies: Dependencies) {
  const { store, send, signedInId, onPosted, onFailed, onRefused, setTimer, whenShown } = dependencies
  const deliveries = new Map<string, Delivery>()
  const listeners = createListeners()
  let flushing: Promise<void> | null = null
  let failures = 0
  let isRetryDue = false

  const read = (): OutboxEntry[] => {
    const stored = readJson(store, outboxKey)
    return Array.isArray(stored) ? stored.flatMap(parseOutbox) : []
  }

  function write(kept: OutboxEntry[]): void {
    if (kept.length === 0) store.removeItem(outboxKey)
    else store.setItem(outboxKey, JSON.stringify(kept))
  }

  function report(attemptId: string, delivery: Delivery): void {
    deliveries.set(attemptId, delivery)
    listeners.notify()
  }

  const others = ({ attemptId }: SaveLeadRequest) =>
    read().filter(({ request }) => request.attemptId !== attemptId)

  async function deliver(kept: OutboxEntry): Promise<void> {
    const { request, userId } = kept
    report(request.attemptId, { status: 'sending' })
    const answer = await send(request, userId).catch(() => null)
    // A newer submission replaced it, so its answer counts.
    if (read().some((one) => isSameEntry(one, kept) && !isEqualEntry(one, kept))) return
    const delivery = afterAnswer(answer)
    if (delivery.status !== 'waiting') write(others(request))
    if (delivery.status === 'waiting') tellOnce(kept, answer?.status ?? null)
    if (delivery.status === 'refused') onRefused(delivery.httpStatus)
    report(request.attemptId, delivery)
  }

  function tellOnce(failed: OutboxEntry, status: number | null): void {
    if (failed.isTold) return
    onFailed(status)
    write(read().map((kept) => (isSameEntry(kept, failed) ? { ...kept, isTold: true } : kept)))
  }

  async function flushAll(): Promise<void> {
    for (const kept of read()) await deliver(kept)
    if (read().length === 0) failures = 0
    else retryLater()
  }

  function retryLater(): void {
    if (isRetryDue) return
    isRetryDue = true
    setTimer(() => {
      isRetryDue = false
      void flush()
    }, retryDelayMs(failures++))
  }

  /** Sends whatever waits; a second call joins the one under way. Never rejects. */
  function flush(): Promise<void> {
    flushing ??= flushAll().finally(() => {
      flushing = null
    })
    return flushing
  }

  return {
    flush,
    /** Stores an attempt and sends it after its result is shown. Resolves after the first try. */
    async post(request: SaveLeadRequest, userId = signedInId()): Promise<void> {
      const kept = { request, userId }
      write([...others(request), kept])
      onPosted(kept)
      report(request.attemptId, { status: 'sending' })
      await whenShown()
      // A flush already under way may have read the list before this attempt was on it.
      await flushing
      await flush()
    },
    deliveryOf: (attemptId: string): Delivery | null => deliveries.get(attemptId) ?? null,
    isEmpty: (): boolean => read().length === 0,
    holds: (attemptId: string): boolean => read().some(({ request }) => request.attemptId === attemptId),
    subscribe: listeners.subscribe,
  }
}

function isSameEntry(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.request.attemptId === other.request.attemptId
}

function isEqualEntry(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.userId === other.userId && JSON.stringify(one.request) === JSON.stringify(other.request)
}

/** Parses stored entries. An entry without a user is a visitor's. */
export function parseOutbox(value: unknown): OutboxEntry[] {
  if (isRequest(value)) return [{ request: value, userId: null }]
  if (!isRecord(value) || !isRequest(value.request)) return []
  const userId = typeof value.userId === 'string' ? value.userId : null
  const isTold = value.isTold === true
  return [{ request: value.request, userId, ...(isTold && { isTold }) }]
}

function isRequest(value: unknown): value is SaveLeadRequest {
  return isRecord(value) && 'attemptId' in value && 'answers' in value
}
