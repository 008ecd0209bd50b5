import type { Role } from '../actor/actor.ts'

/** As `/api/tables` tells them; see src/studio/catalog of the platform. */
export type TableEntry = {
  schema: string
  name: string
  kind: string
  rowSecurity: boolean
  policies: number
  bytes: number | null
}

export type Grants = Record<Role, readonly string[]>

export type Column = {
  name: string
  type: string
  isNullable: boolean
  isKey: boolean
  isGenerated: boolean
  default: string | null
  references: string | null
  comment: string | null
  grants: Grants
}

export type Policy = {
  name: string
  command: string
  isPermissive: boolean
  roles: readonly string[]
  using: string | null
  check: string | null
}

export type Table = Omit<TableEntry, 'policies'> & {
  comment: string | null
  forcedOnOwner: boolean
  columns: readonly Column[]
  policies: readonly Policy[]
  grants: Grants
}

/** A row, every value as PostgreSQL writes it. */
export type Row = Readonly<Record<string, string | null>>
