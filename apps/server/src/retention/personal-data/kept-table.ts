/** The effect of account deletion on a table's rows. */
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
  /** True when the user's export has it. */
  isExported: boolean
  note: string
}

/** Tables by schema and name. */
export type TableDataPolicies = Readonly<Record<string, TableDataPolicy>>
