import type { Table } from '../schema/read-schemas.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Accept, MediaTypeRequest } from './negotiate.ts'
import type { EmbeddedPart } from './parse-embedded-parts.ts'
import type { Condition } from './parse-filters.ts'
import type { OrderTerm } from './parse-order.ts'
import type { Select, SelectItem } from './parse-select.ts'
import type { Preferences } from './preferences.ts'

/** `maxRows` is the most that the server lets into one answer. */
export type Page = { limit: number | null; offset: number; maxRows: number | null }

/** A request to a table or function, with everything but its body understood. */
export type RestRequest = {
  schema: string
  /** The schema, where there are several: the answer says which it was. */
  profile: string | null
  select: Select
  conditions: readonly Condition[]
  order: readonly OrderTerm[]
  page: Page
  /** The most that the rows of the answer may take; null, without end. */
  maxBytes: number | null
  /** What is asked of the embedded tables: `other.age=gte.18&other.order=name&other.limit=3`. */
  embedded: readonly EmbeddedPart[]
  /** How to read what is embedded or aggregated; null where nothing is, or before it was looked for. */
  plan: ReadPlan | null
  /** `columns=`: the only keys of the body that count. */
  columns: readonly string[] | null
  onConflict: readonly string[] | null
  /** Query parameters that are arguments of a function called by GET. */
  args: readonly (readonly [string, string])[]
  preferences: Preferences
  /** The media types that are asked for; which there are depends on the table or function. */
  wishes: readonly MediaTypeRequest[]
  /** Its transaction is rolled back in the end, as `Prefer: tx=rollback` or the server has it. */
  undone: boolean
}

/** A request whose answer has its media type. */
export type NegotiatedRequest = RestRequest & { accept: Accept }

/** What is read of one table, and of those within it. */
export type ReadPlan = {
  columns: readonly (SelectItem | 'all')[]
  /** What `*` stands for; null of rows that are no table's. */
  table: Table | null
  conditions: readonly Condition[]
  order: readonly OrderTerm[]
  page: Pick<Page, 'limit' | 'offset'>
  /** The most that its rows may take in one place of the answer; null, without end. */
  maxBytes: number | null
  embeds: readonly Embed[]
}
export type Embed = ReadPlan & {
  /** Its name in the answer, and in what is asked of it. */
  shownAs: string
  relationship: Relationship
  isInner: boolean
  isSpread: boolean
}
