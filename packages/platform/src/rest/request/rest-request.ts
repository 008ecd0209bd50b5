import type { Table } from '../schema/read-schemas.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Accept, MediaTypeRequest } from './negotiate.ts'
import type { EmbeddedPart } from './parse-embedded-parts.ts'
import type { Condition } from './parse-filters.ts'
import type { OrderTerm } from './parse-order.ts'
import type { Select, SelectItem } from './parse-select.ts'
import type { Preferences } from './preferences.ts'

/** `maxRows` is the server's limit for an answer. */
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
  /** Options of embedded tables: `other.age=gte.18&other.order=name&other.limit=3`. */
  embedded: readonly EmbeddedPart[]
  /** The plan of embedded or aggregated reads; null without. */
  plan: ReadPlan | null
  /** `columns=`: the only keys of the body that count. */
  columns: readonly string[] | null
  onConflict: readonly string[] | null
  /** Query parameters that are arguments of a function called by GET. */
  args: readonly (readonly [string, string])[]
  preferences: Preferences
  /** The media types that are asked for; which there are depends on the table or function. */
  wishes: readonly MediaTypeRequest[]
  /** True when the transaction is rolled back, by `Prefer: tx=rollback` or the settings. */
  undone: boolean
}

/** A request whose answer has its media type. */
export type NegotiatedRequest = RestRequest & { accept: Accept }

/** The read of a table and its embedded ones. */
export type ReadPlan = {
  columns: readonly (SelectItem | 'all')[]
  /** The table of `*`; null for rows without a table. */
  table: Table | null
  conditions: readonly Condition[]
  order: readonly OrderTerm[]
  page: Pick<Page, 'limit' | 'offset'>
  /** The most that its rows may take in one place of the answer; null, without end. */
  maxBytes: number | null
  embeds: readonly Embed[]
}
export type Embed = ReadPlan & {
  /** The name in the answer and the query. */
  shownAs: string
  relationship: Relationship
  isInner: boolean
  isSpread: boolean
}
