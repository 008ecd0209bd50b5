import type { PersonStatus, ProgramState } from '@app/domain/desk/people'
import type { ProductType } from '@app/domain/orders/products'
import type { Subcategory } from '@app/domain/result/categories'
import type { ColumnType, Generated } from 'kysely'

/** The desk's search tables, which functions of supabase/migrations fill. */
declare module '../../services/tables.ts' {
  interface ProductTables {
    desk_people: DeskPersonRow
    desk_person_leads: { lead_id: string; person_id: string }
    desk_person_orders: { order_id: string; person_id: string }
    desk_person_contacts: {
      contact_id: string
      person_id: string
      is_proven: boolean
      waits_since: Read<Date | null>
    }
    desk_notes: DeskNoteRow
    desk_named_views: SavedViewRow
    contact_imports: ContactImportRow
    imported_contacts: ImportedContactRow
    desk_changes: { id: ColumnType<string | number, never, never>; kind: string; ref: string }
    consultations: ConsultationRow
  }
}

type Read<T> = ColumnType<T, never, never>

type DeskPersonRow = {
  id: Read<string>
  user_id: Read<string | null>
  contact_key: Read<string | null>
  name: Read<string | null>
  email: Read<string | null>
  phone: Read<string | null>
  words: Read<string>
  finished_at: Read<Date | null>
  subcategory: Read<Subcategory | null>
  source: Read<string | null>
  consents: Read<string[]>
  withdrawn: Read<string[]>
  opted_out: Read<boolean>
  /** The person's declined offers. */
  declined: Read<boolean>
  agreed: Read<boolean>
  bought: Read<ProductType[]>
  /** The drivers read a bigint as text or as a number. */
  paid_tiyn: Read<string | number>
  due_tiyn: Read<string | number>
  last_paid_at: Read<Date | null>
  program_day: Read<number | null>
  program_state: Read<ProgramState | null>
  program_moved_at: Read<Date | null>
  to_arrange: Read<boolean>
  arrange_since: Read<Date | null>
  last_in_at: Read<Date | null>
  last_out_at: Read<Date | null>
  waits_since: Read<Date | null>
  talk_order: Read<number | null>
  active_at: Read<Date>
  status: ColumnType<PersonStatus, never, PersonStatus>
  marked_status: ColumnType<PersonStatus | null, never, PersonStatus | null>
  tags: ColumnType<string[], never, string[]>
  /** The drivers read a date differently, so it is only written here. */
  next_contact_on: ColumnType<unknown, never, string | null>
  answered_at: ColumnType<Date | null, never, Date | null>
}

type ContactImportRow = {
  id: Generated<string>
  label: string
  contacts: number
  made_by: string | null
  created_at: Generated<Date>
  undone_at: ColumnType<Date | null, never, Date>
}

/** Written by functions of the database alone. */
type ImportedContactRow = {
  import_id: Read<string>
  person_id: Read<string>
  joined: Read<boolean>
  email: Read<string | null>
  phone: Read<string | null>
}

type DeskNoteRow = {
  id: Generated<string>
  person_id: string
  text: string
  about_health: boolean
  author: string | null
  created_at: Generated<Date>
}

type SavedViewRow = {
  id: Generated<string>
  owner: string | null
  name: string
  filter: ColumnType<unknown, string, string>
  created_at: Generated<Date>
}

type ConsultationRow = {
  order_id: string
  state: 'arranged' | 'held'
  starts_at: Date
}
