import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { countCallTry, deleteCall, lockNextCall, type StoredCall, saveItemsDone } from './call-repository.ts'
import { recordEvents } from './event-repository.ts'
import { type MessageEvent, parseWebhook } from './webhook-events.ts'

export type CallServices = {
  db: Kysely<Tables>
  now: () => Date
  /** Whose news concern us; null when messages are off. */
  phoneNumberId: string | null
  /** Hears of a fact that could not be kept; the others are kept all the same, and so is the call. */
  onError: (error: unknown) => void
}

/** So many facts are taken out of a call in one transaction. */
const itemsPerRun = 500

/**
 * Takes the facts out of kept calls, at most `limit` of them, and answers whether nothing is left. One that cannot be kept
 * loses no other. Safe to run many times at once.
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

/** Answers how many facts it dealt with; null when every call is read. */
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

/** What the database's delete_account puts into unread calls where the ids of somebody stood whose account is gone. */
const erasedMarker = 'erased'

function isErased({ payload }: MessageEvent): boolean {
  return [payload.waId, payload.whatsappUserId, payload.providerMessageId].includes(erasedMarker)
}

type ReadItems = (body: Buffer) => readonly MessageEvent[]

/** Reads a body once, however often it is asked for in a row: after a failure, a call is read one fact at a time. */
function createItemReader(phoneNumberId: string): ReadItems {
  let last: { body: Buffer; items: MessageEvent[] } | null = null
  return (body) => {
    // By its bytes, not its id: deleting an account takes the person out of a call that is still to be read.
    if (!last?.body.equals(body)) {
      last = { body, items: parseWebhook(JSON.parse(body.toString('utf8')), phoneNumberId) ?? [] }
    }
    return last.items
  }
}
