import { sql } from 'kysely'
import { StorageError } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'

/** How long an upload stays somebody's whose process has ended; whoever is at work says so three times as often. */
const leaseSeconds = 15

/**
 * Does work on an upload that nobody else is at work on meanwhile, in this process or another. Refuses at once when
 * somebody is, for a client asks again. Where it stands still for so long that somebody else takes over, `worker` has it no more.
 */
export async function workAlone<Result>(
  { db }: Pick<StorageContext, 'db'>,
  uploadId: string,
  work: (worker: string) => Promise<Result>,
): Promise<Result> {
  const worker = crypto.randomUUID()
  const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds}::int)`
  const hold = async () => {
    const { numUpdatedRows } = await db
      .updateTable('platform.uploads')
      .set({ locked_by: worker, locked_until: until })
      .where('id', '=', uploadId)
      .where((eb) =>
        eb.or([eb('locked_by', '=', worker), sql<boolean>`coalesce(locked_until < now(), true)`]),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (!(await hold())) throw locked()
  // Missed once, it is said again before anybody else may take over.
  const renewing = setInterval(() => void hold().catch(() => {}), (leaseSeconds * 1000) / 3)
  try {
    return await work(worker)
  } finally {
    clearInterval(renewing)
    await db
      .updateTable('platform.uploads')
      .set({ locked_by: null, locked_until: null })
      .where('id', '=', uploadId)
      .where('locked_by', '=', worker)
      .execute()
  }
}

export const locked = () =>
  new StorageError(423, 'Locked', 'The upload is being written to', { code: 'SlowDown', status: 423 })

/** Whether a refusal says that somebody else is at work on the upload. */
export function isLocked(refusal: StorageError | null): boolean {
  return refusal?.statusCode === '423'
}
