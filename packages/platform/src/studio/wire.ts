/** What Studio's own routes tell its pages. Types only, which the pages take from here. */

/** Who is acted as. */
export type Role = 'anon' | 'authenticated' | 'service_role'

/** What is granted to a role: on the table, or on a column. */
export type Grants = Record<Role, readonly string[]>

/** A table or view that rest/v1 exposes. `bytes` is what its rows take up, null where that is unknown. */
export type TableEntry = {
  schema: string
  name: string
  kind: 'table' | 'view' | 'materialized view' | 'foreign table'
  rowSecurity: boolean
  policies: number
  bytes: number | null
}

export type ColumnEntry = {
  name: string
  type: string
  isNullable: boolean
  isKey: boolean
  /** Whether PostgreSQL computes it, so that nobody writes it. */
  isGenerated: boolean
  /** As SQL. */
  default: string | null
  /** `schema.table.column` of what it points at. */
  references: string | null
  comment: string | null
  grants: Grants
}

export type PolicyEntry = {
  name: string
  command: 'all' | 'select' | 'insert' | 'update' | 'delete'
  isPermissive: boolean
  roles: readonly string[]
  /** Which rows there are for it, and which may be written, as SQL. */
  using: string | null
  check: string | null
}

export type TableDetails = Omit<TableEntry, 'policies'> & {
  comment: string | null
  forcedOnOwner: boolean
  columns: readonly ColumnEntry[]
  policies: readonly PolicyEntry[]
  grants: Grants
}

/** What is remembered of a request: nothing that names a person, a row or a key. */
export type LoggedRequest = {
  at: string
  method: string
  /** The pattern of its route, such as `/rest/v1/:table`; null when there is none for it. */
  route: string | null
  status: number
  ms: number
  requestId: string
}

/** Until when the browser that asks is signed in, and how long a session lasts from its beginning. */
export type SessionFacts = { endsAt: string | null; lastsSeconds: number }
