import { sql } from 'kysely'
import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'

/**
 * Returns JSON as the database stores it, so that a made-up answer looks the same as a stored one.
 */
export async function roundTripThroughDatabase(trx: Trx, value: JsonObject): Promise<JsonObject> {
  const { rows } = await sql<{ value: JsonObject }>`select ${JSON.stringify(value)}::jsonb as value`.execute(
    trx,
  )
  return rows[0]?.value ?? value
}
