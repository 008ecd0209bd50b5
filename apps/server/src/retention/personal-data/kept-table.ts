/** What becomes of a table's rows about a person when their account is deleted. */
type Fate =
  | 'deleted'
  | 'anonymised'
  | 'kept by law'
  | 'kept of the staff'
  | 'short-lived'
  | 'nothing personal'

type KeptTable = {
  columns: string
  deletion: Fate
  /** True when the person's own file of data holds it. */
  isExported: boolean
  note: string
}

/** By schema and name. */
export type KeptTables = Readonly<Record<string, KeptTable>>
