export type {
  ColumnEntry as Column,
  Grants,
  PolicyEntry as Policy,
  TableDetails as Table,
  TableEntry,
} from '../../../src/studio/wire.ts'

/** A row, every value as PostgreSQL writes it. */
export type Row = Readonly<Record<string, string | null>>
