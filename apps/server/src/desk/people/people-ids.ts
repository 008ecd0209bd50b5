import type { PersonRow } from '@app/contracts/desk/people'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { foundIds, type PeopleLook, rowsOf } from './people-query.ts'

/** Who a look finds at one moment, in its order: sixteen bytes each, so that a hundred thousand are less than two megabytes. */
export type PersonIds = { count: number; slice: (from: number, to: number) => string[] }

const idBytes = 16

export async function listPersonIds(db: Kysely<Tables>, look: PeopleLook, now: Date): Promise<PersonIds> {
  const { rows } = await sql<{ ids: Uint8Array | null }>`
    select string_agg(uuid_send(id), '' order by place) as ids from (${foundIds(db, look, now)}) as found`.execute(
    db,
  )
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

/** These people in this order; whoever was deleted since is left out. */
export async function readPersonRows(
  db: Kysely<Tables>,
  ids: readonly string[],
  seeing: { now: Date; seesAnswers: boolean },
): Promise<PersonRow[]> {
  const rows = new Map((await rowsOf(db, ids, seeing)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
