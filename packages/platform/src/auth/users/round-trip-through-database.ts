import { sql } from 'kysely'
import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'

/**
 * JSON as the database gives it back: it orders keys its own way and refuses what it cannot hold. An answer made up
 * beside it would be told apart by either.
 */
export async function roundTripThroughDatabase(trx: Trx, value: JsonObject): Promise<JsonObject> {
  const { rows } = await sql<{ value: JsonObject }>`select ${JSON.stringify(value)}::jsonb as value`.execute(
    trx,
  )
  return rows[0]?.value ?? value
}
