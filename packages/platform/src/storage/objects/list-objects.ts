import { sql, type Transaction } from 'kysely'
import type { ObjectMetadata, PlatformTables } from '../../database/tables.ts'

export const objectSorts = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

export type ObjectSort = { column: (typeof objectSorts)[number]; order: 'asc' | 'desc' }

export type FolderQuery = {
  bucket: string
  /** Empty, or ends with a slash. */
  folder: string
  /** The way the names in the folder begin, in whatever case. */
  search: string
  limit: number
  offset: number
  sort: ObjectSort
}

/** A file, or a folder, which has only a name. */
export type ListedObject = {
  name: string
  id: string | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
  metadata: ObjectMetadata | null
}

/**
 * Lists a folder, as far as the caller may see it: folders first, then files; names are without the
 * folder.
 */
export async function listFolder(
  trx: Transaction<PlatformTables>,
  { bucket, folder, search, limit, offset, sort }: FolderQuery,
): Promise<ListedObject[]> {
  const direction = sql.raw(sort.order)
  const { rows } = await sql<ListedObject>`
    with found as (
      select substr(name, ${folder.length + 1}::int) as rest, id, created_at, updated_at, last_accessed_at, metadata
      from storage.objects
      where bucket_id = ${bucket} and starts_with(lower(name), lower(${folder + search}::text))
    ), listed as (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as created_at,
        null::timestamptz as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from found where strpos(rest, '/') > 0
      union all
      select rest, id, created_at, updated_at, last_accessed_at, metadata from found where strpos(rest, '/') = 0
    )
    select * from listed
    order by id is not null, ${sql.ref(sort.column)} ${direction} nulls first, name ${direction}
    limit ${limit}::int offset ${offset}::int`.execute(trx)
  return rows
}
