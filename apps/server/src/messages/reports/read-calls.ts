import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { countCallTry, deleteCall, lockNextCall, type StoredCall, saveItemsDone } from './call-repository.ts'
import { recordEvents } from './event-repository.ts'
import { type MessageEvent, parseWebhook } from './webhook-events.ts'

export type CallServices = {
  db: Kysely<Tables>
  now: () => Date
  /** Our phone number's id; null when messages are off. */
  phoneNumberId: string | null
  /** Reports an item that could not be saved; the others are saved. */
  onError: (error: unknown) => void
}

/** The number of items in a transaction. */
const itemsPerRun = 500

/**
 * Processes items of stored calls, at most `limit`. Returns true when nothing is left. An invalid
 * item blocks no other.
 */
export async function readCalls(services: CallServices, limit: number): Promise<boolean> {
  const { phoneNumberId } = services
  if (phoneNumberId === null) return true
  const readItems = createItemReader(phoneNumberId)
  for (let count = 0; count < limit; ) {
    const items = await readNextCall({ ...services, readItems }, Math.min(itemsPerRun, limit - count))
    if (items === null) return true
    // A call without a fact in it counts as well, or many of them would not end.
    count += Math.max(items, 1)
  }
  return false
}

/** Returns the number of processed items; null when all calls are processed. */
async function readNextCall(
  { db, now, onError, readItems }: CallServices & { readItems: ReadItems },
  max: number,
): Promise<number | null> {
  let current: StoredCall | null = null
  try {
    return await db.transaction().execute(async (trx) => {
      current = await lockNextCall(trx)
      if (!current) return null
      const { body, itemsDone, hasFailed } = current
      const rest = readItems(body).slice(itemsDone)
      const items = rest.slice(0, hasFailed ? 1 : max)
      await recordEvents(
        trx,
        items.filter((item) => !isErased(item)),
      )
      const readAt = items.length === rest.length ? now() : null
      if (readAt && body.includes(`"${erasedMarker}"`)) await deleteCall(trx, current)
      else await saveItemsDone(trx, current, { itemsDone: itemsDone + items.length, readAt })
      return items.length
    })
  } catch (error) {
    const failed = current as StoredCall | null
    if (!failed) throw error
    onError(error)
    if (failed.hasFailed) await saveItemsDone(db, failed, { itemsDone: failed.itemsDone + 1, readAt: null })
    else await countCallTry(db, failed)
    return 1
  }
}

/** The database's `delete_account` replaces ids in unread calls with this value. */
const erasedMarker = 'erased'

function isErased({ payload }: MessageEvent): boolean {
  return [payload.waId, payload.whatsappUserId, payload.providerMessageId].includes(erasedMarker)
}

type ReadItems = (body: Buffer) => readonly MessageEvent[]

/** Reads a body once, however often it is asked for in a row: after a failure, a call is read one fact at a time. */
function createItemReader(phoneNumberId: string): ReadItems {
  let last: { body: Buffer; items: MessageEvent[] } | null = null
  return (body) => {
    // Compares bytes, because account deletion changes unread calls.
    if (!last?.body.equals(body)) {
      last = { body, items: parseWebhook(JSON.parse(body.toString('utf8')), phoneNumberId) ?? [] }
    }
    return last.items
  }
}
