import { sql, type Transaction } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'
import { writeMeasured } from '../objects/save-upload.ts'
import { invalidRequest, noSuchUpload, tooLarge } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'

/** A part whose bytes are in the store for good. */
export type Part = { number: number; version: string; size: number; digest: string; createdAt: Date }

/** S3's own limit. */
const mostParts = 10_000

type Stores = Pick<StorageContext, 'db' | 'store'>

/** How many bytes there is room for: in the part, and in all parts together. */
export type Room = { part: number; whole: number }

/**
 * Brings the bytes of one part into the store. It is written down first where they are going to lie, so that what a sudden
 * end leaves behind is found and cleared away. A part of the same number gives way to it. What other parts have, or were
 * announced to have, is not there for this one, however many come at once.
 */
export async function addPart(
  { db, store }: Stores,
  uploadId: string,
  number: number,
  bytes: AsyncIterable<Uint8Array>,
  { room, announced = 0 }: { room: Room; announced?: number },
): Promise<Part> {
  if (number < 1 || number > mostParts) throw invalidRequest(`There may be ${mostParts} parts`)
  const version = crypto.randomUUID()
  const left = await withUpload(db, uploadId, async (trx) => {
    const free = room.whole - (await sizeOfOthers(trx, uploadId, number))
    if (announced > free) throw tooLarge()
    const part = { version, upload_id: uploadId, number, size: null, digest: null, announced }
    await trx.insertInto('platform.upload_parts').values(part).execute()
    return free
  })
  try {
    const { size, digest } = await writeMeasured(store, version, bytes, Math.min(room.part, left))
    const rows = await withUpload(db, uploadId, async (trx) => {
      if (size > room.whole - (await sizeOfOthers(trx, uploadId, number))) throw tooLarge()
      // In one statement, so that there is always one part of a number and never two.
      const replaced = await sql<{ version: string }>`
      update platform.upload_parts set
        size = case when version = ${version}::uuid then ${size}::bigint end,
        digest = case when version = ${version}::uuid then ${digest}::text end
      where upload_id = ${uploadId} and number = ${number}::int
        and (version = ${version}::uuid or size is not null)
      returning version`.execute(trx)
      return replaced.rows
    })
    if (!rows.some((row) => row.version === version)) throw noSuchUpload()
    for (const row of rows) if (row.version !== version) await dropBytes({ db, store }, row.version)
    return { number, version, size, digest, createdAt: new Date() }
  } catch (error) {
    await dropBytes({ db, store }, version)
    throw error
  }
}

/**
 * Does something in one transaction with an upload that stays what it is meanwhile: nobody else adds to it or gives it up.
 * Throws when it is done or given up.
 */
function withUpload<Result>(
  db: Stores['db'],
  uploadId: string,
  work: (trx: Transaction<PlatformTables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const upload = await trx
      .selectFrom('platform.uploads')
      .select('id')
      .where('id', '=', uploadId)
      .where('is_done', '=', false)
      .where('expires_at', '>', sql<Date>`now()`)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!upload) throw noSuchUpload()
    return work(trx)
  })
}

/** What the parts of other numbers take up: what they have, or what was announced of those under way. */
async function sizeOfOthers(
  trx: Transaction<PlatformTables>,
  uploadId: string,
  number: number,
): Promise<number> {
  const { rows } = await sql<{ sum: string | number | null }>`
    select sum(most) as sum from (
      select max(coalesce(size, announced)) as most from platform.upload_parts
      where upload_id = ${uploadId} and number <> ${number}::int group by number
    ) as others`.execute(trx)
  return Number(rows[0]?.sum ?? 0)
}

/** The parts that are whole, in their order. */
export async function listParts({ db }: Pick<Stores, 'db'>, uploadId: string): Promise<Part[]> {
  const rows = await db
    .selectFrom('platform.upload_parts')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('size', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.map(({ number, version, size, digest, created_at }) => ({
    number,
    version,
    size: Number(size),
    digest: digest ?? '',
    createdAt: created_at,
  }))
}

/** Takes one part back. */
export function dropPart(stores: Stores, { version }: Part): Promise<void> {
  return dropBytes(stores, version)
}

/** Clears away everything that came of an upload so far. Done again, it does what is left to do. */
export async function dropParts({ db, store }: Stores, uploadId: string): Promise<void> {
  const rows = await db
    .selectFrom('platform.upload_parts')
    .select('version')
    .where('upload_id', '=', uploadId)
    .execute()
  for (const { version } of rows) await dropBytes({ db, store }, version)
}

/** The bytes go first: as long as they may be there, it is written down where. */
async function dropBytes({ db, store }: Stores, version: string): Promise<void> {
  await store.remove(version)
  await db.deleteFrom('platform.upload_parts').where('version', '=', version).execute()
}

/** The bytes of parts, one after the other. */
export async function* joined(
  { store }: Pick<Stores, 'store'>,
  parts: readonly Pick<Part, 'version' | 'size'>[],
): AsyncGenerator<Uint8Array> {
  for (const { version, size } of parts) {
    if (size > 0) yield* (await store.read(version)) as AsyncIterable<Uint8Array>
  }
}
