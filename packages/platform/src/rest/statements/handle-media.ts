import { type RawBuilder, sql } from 'kysely'
import type { Handler } from '../schema/read-handlers.ts'

/** Applies a media type handler to all rows of `page`. */
export function applyMediaHandler(handler: Handler): RawBuilder<unknown> {
  const { schema, name, target } = handler
  const rows = target === null ? sql`page.*` : sql`(page.*)::${sql.id(target.schema, target.name)}`
  return asText(handler, sql`${sql.id(schema, name)}(${rows})`)
}

/** A body as it travels from the database: bytes in hexadecimal. */
export function asText({ isBytes }: Handler, body: RawBuilder<unknown>): RawBuilder<unknown> {
  return isBytes ? sql`encode((${body})::bytea, 'hex')` : sql`(${body})::text`
}
