import { sql } from 'kysely'
import { writeMeasured } from '../objects/save-upload.ts'
import { invalidRequest, noSuchUpload } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'

/** A part whose bytes are in the store for good. */
export type Part = { number: number; version: string; size: number; digest: string; createdAt: Date }

/** S3's own limit. */
export const mostParts = 10_000

type Stores = Pick<StorageContext, 'db' | 'store'>

/**
 * Brings the bytes of one part into the store. It is written down first where they are going to lie, so that what a sudden
 * end leaves behind is found and cleared away. A part of the same number gives way to it.
 */
export async function addPart(
  { db, store }: Stores,
  uploadId: string,
  number: number,
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Part> {
  if (number < 1 || number > mostParts) throw invalidRequest(`There may be ${mostParts} parts`)
  const version = crypto.randomUUID()
  await db
    .insertInto('platform.upload_parts')
    .values({ version, upload_id: uploadId, number, size: null, digest: null })
    .execute()
  try {
    const { size, digest } = await writeMeasured(store, version, bytes, mostBytes)
    // In one statement, so that there is always one part of a number and never two.
    const { rows } = await sql<{ version: string }>`
      update platform.upload_parts set
        size = case when version = ${version}::uuid then ${size}::bigint end,
        digest = case when version = ${version}::uuid then ${digest}::text end
      where upload_id = ${uploadId} and number = ${number}::int
        and (version = ${version}::uuid or size is not null)
      returning version`.execute(db)
    if (!rows.some((row) => row.version === version)) throw noSuchUpload()
    for (const row of rows) if (row.version !== version) await dropBytes({ db, store }, row.version)
    return { number, version, size, digest, createdAt: new Date() }
  } catch (error) {
    await dropBytes({ db, store }, version)
    throw error
  }
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
