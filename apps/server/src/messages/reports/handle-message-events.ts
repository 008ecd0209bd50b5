import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import type { OnAccepted, OnUndeliverable } from '../settle-message.ts'
import { countTry, lockNextEvent, type StoredEvent, saveHandled } from './event-repository.ts'
import { handleEcho } from './handle-echo.ts'
import { handleInbound, handlePreference } from './handle-inbound.ts'
import { handleStatus } from './handle-status.ts'
import { indexCallNames } from './index-call-names.ts'
import { type CallServices, readCalls } from './read-calls.ts'

export type EventServices = {
  db: Kysely<Tables>
  now: () => Date
  onAccepted: OnAccepted
  onUndeliverable: OnUndeliverable
  random: () => number
  /** Hears of an event that could not be handled; the others are handled all the same. */
  onError: (error: unknown) => void
}

/** The maximum of a run, which then enqueues the next one. */
const eventsPerRun = 500
/** The maximum of names in a run. */
const namesPerRun = 20_000

/** Takes in what the provider reported, a bounded part of it, and answers whether nothing is left. */
export async function processReports(services: EventServices & CallServices): Promise<boolean> {
  const allRead = await readCalls(services, eventsPerRun)
  const allHandled = (await handleMessageEvents(services, eventsPerRun)) < eventsPerRun
  // The last task, because events are more urgent.
  const allNamed = await indexCallNames(services.db, namesPerRun)
  return allRead && allHandled && allNamed
}

/**
 * Handles at most `limit` stored events, each in its own transaction, and returns their number.
 * Safe to run concurrently.
 */
export async function handleMessageEvents(
  services: EventServices,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> {
  for (let count = 0; count < limit; count++) {
    if (!(await handleNextEvent(services))) return count
  }
  return limit
}

async function handleNextEvent(services: EventServices): Promise<boolean> {
  let current: StoredEvent | null = null
  try {
    return await services.db.transaction().execute(async (trx) => {
      current = await lockNextEvent(trx)
      if (!current) return false
      const now = services.now()
      await handleEvent(trx, current, services)
      await saveHandled(trx, current, now)
      return true
    })
  } catch (error) {
    const failed = current as StoredEvent | null
    if (!failed) throw error
    services.onError(error)
    await countTry(services.db, failed.id)
    return true
  }
}

function handleEvent(
  trx: Transaction<Tables>,
  { payload }: StoredEvent,
  { now, random, onAccepted, onUndeliverable }: EventServices,
): Promise<void> {
  if (payload.kind === 'status')
    return handleStatus(trx, payload, { now: now(), jitter: random(), onAccepted, onUndeliverable })
  if (payload.kind === 'preference') return handlePreference(trx, payload, now())
  if (payload.kind === 'echo') return handleEcho(trx, payload, now())
  return handleInbound(trx, payload, now())
}
