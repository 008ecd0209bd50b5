import type { FastifyInstance } from 'fastify'
import type { StudioContext } from '../studio-context.ts'
import { notFound } from '../studio-error.ts'
import { readTable } from './read-table.ts'
import { readTables } from './read-tables.ts'

type TableRoute = { Params: { schema: string; name: string } }

/** What there is, whoever is acted as: tables, their columns, grants and policies. No rows. */
export function catalogRoutes(app: FastifyInstance, { db, schemas }: StudioContext): void {
  app.get('/tables', () => readTables(db, schemas))

  app.get<TableRoute>('/tables/:schema/:name', async ({ params }) => {
    const table = params.name.includes('\0') ? undefined : await readTable(db, schemas, params)
    if (!table) throw notFound('table')
    return table
  })
}
