import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Hints } from '../database/hints.ts'
import type { Listen } from '../database/open-database.ts'
import type { PlatformTables } from '../database/tables.ts'
import type { Trx } from '../database/trx.ts'
import { allowCrossOrigin } from '../http/cors.ts'
import { limitRequests } from '../http/limit-requests.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { ResolvedSettings } from '../resolve-settings.ts'
import { findEmbedded } from './find-embedded.ts'
import { functionRoutes } from './function-routes.ts'
import { handleRestErrors } from './handle-rest-errors.ts'
import { checkOfWrite, sendRead, sendWritten } from './replies.ts'
import { checkPut } from './request/check-put.ts'
import { parseProfile, parseRequest, type RestRequest } from './request/parse-request.ts'
import { readBody } from './request/read-body.ts'
import { badBody, columnNotFound, tableNotFound, tooManyRequests } from './rest-errors.ts'
import { actAsCaller } from './run-request.ts'
import { checkDescriber } from './schema/check-describer.ts'
import { describeSchema, findUsable } from './schema/describe-schema.ts'
import type { Table } from './schema/read-schemas.ts'
import { SchemaCache } from './schema/schema-cache.ts'
import { type Rows, readRows } from './statements/read-rows.ts'
import { deleteRows, insertRows, nameOf, toPayload, updateRows } from './statements/write-rows.ts'

export type RestContext = {
  db: Kysely<PlatformTables>
  keys: KeyRing
  openLimiter: OpenLimiter
  settings: ResolvedSettings
  cache: SchemaCache
}

type TableRoute = { Params: { table: string } }

/** PostgREST's routes for the tables, views and functions of the exposed schemas, to be mounted at /rest/v1. */
export const restPlugin: FastifyPluginAsync<Omit<RestContext, 'cache'> & { listen: Listen }> = async (
  app,
  options,
) => {
  const cache = new SchemaCache(options.db, options.settings.rest.schemas)
  const context = { ...options, cache }
  // As PostgREST has it: `NOTIFY pgrst, 'reload schema'`; without a payload everything is meant.
  const unlisten = await options.listen('pgrst', (payload) => {
    if (payload === '' || payload === 'reload schema') cache.forget()
  })
  app.addHook('onClose', () => unlisten())
  allowCrossOrigin(app)
  handleRestErrors(app)
  limitRequests(app, {
    ...context,
    name: 'rest',
    limit: context.settings.serviceLimits.rest,
    refuse: tooManyRequests,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  descriptionRoute(app, context)
  functionRoutes(app, context)
  tableRoutes(app, context)
}

function descriptionRoute(app: FastifyInstance, context: RestContext): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      await checkDescriber(context, request)
      const schema = parseProfile(request, context.settings.rest)
      const offer = await context.cache.listOffer(schema)
      const usable = await actAsCaller(context, request, { schema, undone: false }, (trx) =>
        findUsable(trx, schema, offer),
      )
      return reply
        .type('application/openapi+json; charset=utf-8')
        .send(JSON.stringify(describeSchema(usable)))
    },
  })
}

function tableRoutes(app: FastifyInstance, context: RestContext): void {
  app.route<TableRoute>({
    method: ['GET', 'HEAD'],
    url: '/:table',
    handler: async (request, reply) => {
      const asked = parseRequest(request, context.settings.rest)
      const table = await getTable(context, asked.schema, request.params.table)
      const parsed = await findEmbedded(context, table, asked)
      const rows = await actAsCaller(context, request, parsed, (trx, ofLast) =>
        readRows(trx, nameOf(table), parsed, ofLast),
      )
      return sendRead(reply, rows, parsed)
    },
  })

  app.post<TableRoute>('/:table', async (request, reply) => {
    const asked = parseRequest(request, context.settings.rest)
    const payload = toPayload(readBody(request), asked.columns)
    const table = await getWritableTable(context, asked.schema, request.params.table, payload.columns)
    const parsed = await findEmbedded(context, table, asked)
    const rows = await write(context, request, parsed, (trx, ofLast) =>
      insertRows(trx, table, payload, parsed, ofLast),
    )
    const isUpsert = parsed.preferences.resolution === 'merge-duplicates'
    const created = !isUpsert || rows.count > rows.updated || rows.count === 0
    return sendWritten(reply, rows, parsed, { status: () => (created ? 201 : 200) })
  })

  app.patch<TableRoute>('/:table', async (request, reply) => {
    const asked = parseRequest(request, context.settings.rest)
    const payload = toPayload(readBody(request), asked.columns)
    if (payload.rows.length !== 1) throw badBody('Empty or invalid json')
    const table = await getWritableTable(context, asked.schema, request.params.table, payload.columns)
    const parsed = await findEmbedded(context, table, asked)
    const rows = await write(context, request, parsed, (trx, ofLast) =>
      updateRows(trx, table, payload, parsed, ofLast),
    )
    return sendWritten(reply, rows, parsed, { status: (shown) => (shown ? 200 : 204) })
  })

  app.delete<TableRoute>('/:table', async (request, reply) => {
    const asked = parseRequest(request, context.settings.rest)
    const table = await getTable(context, asked.schema, request.params.table)
    const parsed = await findEmbedded(context, table, asked)
    const rows = await write(context, request, parsed, (trx, ofLast) =>
      deleteRows(trx, table, parsed, ofLast),
    )
    return sendWritten(reply, rows, parsed, { status: (shown) => (shown ? 200 : 204) })
  })

  app.put<TableRoute>('/:table', async (request, reply) => {
    const asked = parseRequest(request, context.settings.rest)
    const payload = toPayload(readBody(request), asked.columns)
    const table = await getWritableTable(context, asked.schema, request.params.table, payload.columns)
    const parsed = await findEmbedded(context, table, asked)
    checkPut(table, payload, parsed)
    const upsert: RestRequest = {
      ...parsed,
      onConflict: null,
      preferences: { ...parsed.preferences, resolution: 'merge-duplicates' },
    }
    const rows = await write(context, request, parsed, (trx, ofLast) =>
      insertRows(trx, table, payload, upsert, ofLast),
    )
    const created = rows.count > rows.updated
    return sendWritten(reply, rows, parsed, { status: (shown) => (created ? 201 : shown ? 200 : 204) })
  })
}

/** Writes as the caller, and keeps it only if it did what it was to do. */
function write(
  context: RestContext,
  request: FastifyRequest,
  parsed: RestRequest,
  work: (trx: Trx, ofLast: Hints) => Promise<Rows>,
): Promise<Rows> {
  return actAsCaller(context, request, parsed, work, checkOfWrite(parsed))
}

async function getTable({ cache }: RestContext, schema: string, name: string): Promise<Table> {
  const table = await cache.findTable(schema, name)
  if (!table) throw tableNotFound(schema, name)
  return table
}

async function getWritableTable(
  context: RestContext,
  schema: string,
  name: string,
  columns: readonly string[],
): Promise<Table> {
  const withAll = await context.cache.findTableWith(schema, name, columns)
  if (withAll) return withAll
  const table = await getTable(context, schema, name)
  const missing = columns.find((wanted) => !table.columns.some((column) => column.name === wanted))
  throw columnNotFound(missing ?? '', name)
}
