/** What becomes of a table's rows about a person when their account is deleted. */
type DeletionPolicy =
  | 'deleted'
  | 'anonymised'
  | 'kept by law'
  | 'kept of the staff'
  | 'short-lived'
  | 'nothing personal'

type TableDataPolicy = {
  columns: string
  deletion: DeletionPolicy
  /** True when the person's own file of data holds it. */
  isExported: boolean
  note: string
}

/** By schema and name. */
export type KeptTables = Readonly<Record<string, TableDataPolicy>>
