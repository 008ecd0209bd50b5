import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type MigrationVersions, readMigrated } from '@app/platform/database/migrate'
import type { DatabaseSession } from '@app/platform/database/open-database'
import { z } from 'zod'
import type { BackupPlace } from './backup-place.ts'

const fileName = 'unfinished-update.json'

const unfinishedUpdateSchema = z.object({
  copy: z.string(),
  missing: z.object({ platform: z.array(z.string()), product: z.array(z.string()) }),
})
/** An update that has begun: the copy that was made before it, and the migrations that were missing then. */
export type UnfinishedUpdate = { copy: string; missing: MigrationVersions }

/** Records beside the copies that an update has started. */
export function saveUnfinishedUpdate(place: BackupPlace, update: UnfinishedUpdate): Promise<void> {
  return place.write(fileName, Readable.from([Buffer.from(JSON.stringify(update))]))
}

/** Returns the unfinished update; null without one or without its copy. */
export async function findUnfinished(place: BackupPlace): Promise<UnfinishedUpdate | null> {
  try {
    const update = unfinishedUpdateSchema.parse(JSON.parse(await text(await place.read(fileName))))
    return (await place.list()).includes(update.copy) ? update : null
  } catch {
    return null
  }
}

export function deleteUnfinishedUpdate(place: BackupPlace): Promise<void> {
  return place.remove(fileName)
}

/**
 * Tells how much of an update a database has. A half of it fits neither the version before nor the
 * one after.
 */
export async function updateProgress(
  session: DatabaseSession,
  { missing }: UnfinishedUpdate,
): Promise<'untouched' | 'half' | 'whole'> {
  const ran = await readMigrated(session)
  const done = [
    ...missing.platform.map((version) => ran.platform.includes(version)),
    ...missing.product.map((version) => ran.product.includes(version)),
  ]
  if (done.every(Boolean)) return 'whole'
  return done.some(Boolean) ? 'half' : 'untouched'
}
