import { type Expression, type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** The ids that a query found, in order: sixteen bytes each. */
export type IdSnapshot = { count: number; slice: (from: number, to: number) => string[] }

const idBytes = 16

/** Notes the ids that a query finds in the order of their places. */
export async function snapshotIds(
  db: Kysely<Tables>,
  found: Expression<{ id: string; place: string }>,
): Promise<IdSnapshot> {
  const { rows } = await sql<{ ids: Uint8Array | null }>`
    select string_agg(uuid_send(id), '' order by place) as ids from (${found}) as found`.execute(db)
  const ids = Buffer.from(rows[0]?.ids ?? [])
  return {
    count: ids.length / idBytes,
    slice: (from, to) =>
      Array.from({ length: Math.min(to, ids.length / idBytes) - from }, (_, index) =>
        toUuid(ids.subarray((from + index) * idBytes, (from + index + 1) * idBytes)),
      ),
  }
}

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
