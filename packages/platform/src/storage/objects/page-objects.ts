import { sql, type Transaction } from 'kysely'
import type { ObjectMetadata, PlatformTables } from '../../database/tables.ts'
import { isObject, parseJson } from '../../http/json.ts'
import { invalidRequest } from '../storage-errors.ts'
import type { ObjectSort } from './list-objects.ts'

export type PageQuery = {
  bucket: string
  /** The prefix of the names. */
  prefix: string
  /** True when folders are listed instead of their contents. */
  withFolders: boolean
  limit: number
  sort: ObjectSort
  /** The `nextCursor` of the page before. */
  cursor: string | null
}

type Item = {
  id: string | null
  name: string
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
  metadata: ObjectMetadata | null
  sorted_by: string
}

/** Lists a page of the caller's objects with a prefix. A folder has the age of its oldest file. */
export async function pageObjects(
  trx: Transaction<PlatformTables>,
  { bucket, prefix, withFolders, limit, sort, cursor }: PageQuery,
) {
  const after = cursor === null ? null : parseCursor(cursor)
  const column = sort.column === 'name' ? sql`name collate "C"` : sql.ref(sort.column)
  const value = sort.column === 'name' ? sql`${after?.value}::text` : sql`${after?.value}::timestamptz`
  const direction = sql.raw(sort.order)
  const further = sql`(${column}, name collate "C") ${sql.raw(sort.order === 'asc' ? '>' : '<')} (${value}, ${after?.name}::text)`
  const { rows } = await sql<Item>`
    with found as (
      select substr(name, ${prefix.length + 1}::int) as rest, id, name, created_at, updated_at, last_accessed_at, metadata
      from storage.objects where bucket_id = ${bucket} and starts_with(name, ${prefix})
    ), items as (
      select id, name, created_at, updated_at, last_accessed_at, metadata from found
      where not ${withFolders}::boolean or strpos(rest, '/') = 0
      union all
      select null, ${prefix}::text || split_part(rest, '/', 1) || '/', min(created_at), min(updated_at),
        min(last_accessed_at), null
      from found where ${withFolders}::boolean and strpos(rest, '/') > 0 group by split_part(rest, '/', 1)
    )
    select *, (${column})::text as sorted_by from items
    ${after === null ? sql`` : sql`where ${further}`}
    order by ${column} ${direction}, name collate "C" ${direction}
    limit ${limit + 1}::int`.execute(trx)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rows.length > limit
  return {
    hasNext,
    ...(hasNext && last ? { nextCursor: makeCursor({ value: last.sorted_by, name: last.name }) } : {}),
    folders: page.filter(({ id }) => id === null).map(({ name }) => ({ key: name.slice(0, -1), name })),
    objects: page
      .filter(({ id }) => id !== null)
      .map(({ sorted_by: _, ...object }) => ({ ...object, key: object.name })),
  }
}

type Cursor = { value: string; name: string }

function makeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function parseCursor(text: string): Cursor {
  try {
    const value = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
    if (isObject(value) && isText(value.value) && isText(value.name)) {
      return { value: value.value, name: value.name }
    }
  } catch {
    throw invalidRequest('The cursor is none that was given out')
  }
  throw invalidRequest('The cursor is none that was given out')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}
