import { runInBackgroundForMany } from '@app/platform/database/run-in-background'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Db } from 'pg-boss'
import { splitStatements } from './sql-script.ts'

/**
 * Adapts the product's own connection to pg-boss, because PGlite has only one. A script runs
 * statement by statement, and is rolled back when one fails.
 */
export function pgBossAdapter<Tables>(db: Kysely<Tables>): Db {
  return {
    executeSql: (text, values = []) => runInBackgroundForMany(() => execute(text, values)),
  }

  async function execute(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    const statements = values.length > 0 ? [text] : splitStatements(text)
    if (statements.length <= 1) return run(db, text, values)
    return db.connection().execute(async (connection) => {
      try {
        const rows: unknown[] = []
        for (const statement of statements) rows.push(...(await run(connection, statement, [])).rows)
        return { rows }
      } catch (error) {
        await run(connection, 'rollback', [])
        throw error
      }
    })
  }
}

async function run<Tables>(db: Kysely<Tables>, text: string, values: readonly unknown[]) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
  return { rows }
}
