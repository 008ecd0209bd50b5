import { Readable } from 'node:stream'
import { exportTexts } from '@app/content/ru/ui/desk/exports'
import { type ExportFormat, exportRequestSchema } from '@app/contracts/desk/exports'
import { hasPermission } from '@app/domain/auth/roles'
import { permissionForFilter } from '@app/domain/desk/people'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { forbidden } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import { refreshDesk } from '../people/refresh-desk.ts'
import { writeCsv } from './csv.ts'
import { createExportTable } from './export-tables.ts'
import { prefetchFirstBatch, type Table } from './table.ts'
import { writeXlsx } from './xlsx.ts'

export type DeskExportsOptions = { db: Kysely<Tables>; now: () => Date }

const formats: Record<ExportFormat, { type: string; write: (table: Table) => AsyncGenerator<Buffer> }> = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (table) => writeXlsx(table, exportTexts.sheet),
  },
}

/** Takes the rows of a view out of the product, as a file. */
export const exportsPlugin: FastifyPluginAsyncZod<DeskExportsOptions> = async (app, { db, now }) => {
  app.post(
    '/',
    { config: { needs: 'exports', fresh: true }, schema: { body: exportRequestSchema } },
    async ({ staff: by, body }, reply) => {
      const { view, format, look } = body
      if (view === 'people' && !hasPermission(by.role, permissionForFilter(look))) throw forbidden()
      await refreshDesk(db)
      // First, so that what cannot be read is refused, and neither taken down as taken nor cut off.
      const seeing = { now: now(), seesAnswers: hasPermission(by.role, 'answers') }
      const table = await prefetchFirstBatch(createExportTable(db, body, seeing))
      // Searches and tags are personal, so the audit records only that they were used.
      const { search, tag, ...filter } = { search: undefined, tag: undefined, ...look }
      const details = {
        ...{ view, format, ...filter },
        ...(search && { searched: true }),
        ...(tag && { tagged: true }),
      }
      await recordDeskAction(db, { action: 'rows_exported', by, details })
      const { type, write } = formats[format]
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${view}.${format}"`)
        .send(Readable.from(write(table)))
    },
  )
}
