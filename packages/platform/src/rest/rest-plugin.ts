import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Listen } from '../database/database.ts'
import type { Hints } from '../database/hints.ts'
import type { Trx } from '../database/trx.ts'
import { allowCrossOrigin } from '../http/cors.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { allowedMethodsOf, refuseOtherMethods, sendAllowed } from './allowed-methods.ts'
import { findEmbedded } from './find-embedded.ts'
import { functionRoutes } from './function-routes.ts'
import { handleRestErrors } from './handle-rest-errors.ts'
import { createWriteCheck, sendRead, sendWritten } from './replies.ts'
import { checkPut } from './request/check-put.ts'
import { negotiate } from './request/negotiate.ts'
import { canonicalLocation, isEverything, parseProfile, parseRequest } from './request/parse-request.ts'
import { readBody } from './request/read-body.ts'
import type { NegotiatedRequest, RestRequest } from './request/rest-request.ts'
import type { RestContext } from './rest-context.ts'
import { columnNotFound, tableNotFound, tooManyRequests } from './rest-errors.ts'
import { actAsCaller } from './run-request.ts'
import { closestName } from './schema/closest-name.ts'
import { describeSchema, findUsable } from './schema/describe-schema.ts'
import type { Table } from './schema/read-schemas.ts'
import { maySeeSchemaNames, requireDescriber } from './schema/require-describer.ts'
import { SchemaCache } from './schema/schema-cache.ts'
import { endStep, showTimings } from './server-timing.ts'
import { type Rows, readRows } from './statements/read-rows.ts'
import {
  deleteRows,
  insertRows,
  nameOf,
  type Payload,
  toPayload,
  updateRows,
} from './statements/write-rows.ts'

type TableRoute = { Params: { table: string } }

/** PostgREST's routes for the tables, views and functions of the exposed schemas, to be mounted at /rest/v1. */
export const restPlugin: FastifyPluginAsync<Omit<RestContext, 'cache'> & { listen: Listen }> = async (
  app,
  options,
) => {
  const cache = new SchemaCache(options.db, options.settings.rest.schemas)
  const context = { ...options, cache }
  // PostgREST's `NOTIFY pgrst, 'reload schema'`; an empty payload reloads everything.
  const unlisten = await options.listen('pgrst', (payload) => {
    if (payload === '' || payload === 'reload schema') cache.forget()
  })
  app.addHook('onClose', () => unlisten())
  allowCrossOrigin(app, options.settings.isAllowedOrigin)
  handleRestErrors(app, { maySeeSchemaNames: (request) => maySeeSchemaNames(context, request) })
  showTimings(app, { isShown: context.settings.rest.planEnabled })
  limitRequests(app, {
    ...context,
    name: 'rest',
    limit: context.settings.serviceLimits.rest,
    refuse: tooManyRequests,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  refuseOtherMethods(app)
  descriptionRoute(app, context)
  functionRoutes(app, context)
  tableRoutes(app, context)
}

function descriptionRoute(app: FastifyInstance, context: RestContext): void {
  app.options('/', async (_request, reply) => sendAllowed(reply, 'OPTIONS,GET,HEAD'))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      await requireDescriber(context, request)
      const schema = parseProfile(request, context.settings.rest)
      const offer = await context.cache.listOffer(schema)
      const usable = await actAsCaller(
        context,
        request,
        { schema, undone: false, preferences: null },
        (trx) => findUsable(trx, schema, offer),
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
      const { table, parsed } = await prepareRequest(context, request)
      const rows = await actAsCaller(context, request, parsed, (trx, ofLast) =>
        readRows(trx, nameOf(table), parsed, ofLast),
      )
      reply.header('content-location', canonicalLocation(request, table.name))
      return sendRead(reply, rows, parsed)
    },
  })

  app.post<TableRoute>('/:table', async (request, reply) => {
    const { table, parsed, payload } = await prepareWrite(context, request, { exact: false })
    const rows = await write(context, request, parsed, (trx, ofLast) =>
      insertRows(trx, table, payload, parsed, ofLast),
    )
    const isUpsert = parsed.preferences.resolution === 'merge-duplicates'
    const created = !isUpsert || rows.count > rows.updated
    return sendWritten(reply, rows, withoutEmptyEffects(table, parsed), {
      action: 'insert',
      table: table.name,
      status: () => (created ? 201 : 200),
    })
  })

  app.patch<TableRoute>('/:table', async (request, reply) => {
    const { table, parsed, payload } = await prepareWrite(context, request, { exact: false })
    const rows = await write(context, request, parsed, (trx, ofLast) =>
      updateRows(trx, table, payload, parsed, ofLast),
    )
    return sendWritten(reply, rows, parsed, {
      action: 'update',
      table: table.name,
      status: (shown) => (shown ? 200 : 204),
    })
  })

  app.delete<TableRoute>('/:table', async (request, reply) => {
    const { table, parsed } = await prepareRequest(context, request)
    const rows = await write(context, request, parsed, (trx, ofLast) =>
      deleteRows(trx, table, parsed, ofLast),
    )
    return sendWritten(reply, rows, parsed, {
      action: 'delete',
      table: table.name,
      status: (shown) => (shown ? 200 : 204),
    })
  })

  app.put<TableRoute>('/:table', async (request, reply) => {
    const { table, parsed, payload } = await prepareWrite(context, request, { exact: true })
    checkPut(table, payload, parsed)
    const upsert: NegotiatedRequest = {
      ...parsed,
      onConflict: null,
      preferences: { ...parsed.preferences, resolution: 'merge-duplicates' },
    }
    const rows = await write(context, request, upsert, (trx, ofLast) =>
      insertRows(trx, table, payload, upsert, ofLast),
    )
    const created = rows.count > rows.updated
    return sendWritten(reply, rows, parsed, {
      action: 'put',
      table: table.name,
      status: (shown) => (shown ? (created ? 201 : 200) : 204),
    })
  })

  app.options<TableRoute>('/:table', async (request, reply) => {
    const schema = parseProfile(request, context.settings.rest)
    const table = await getTable(context, schema, request.params.table)
    return sendAllowed(reply, allowedMethodsOf(await context.cache.withKey(table)))
  })
}

/** Finds the table of a request and parses the request for it. */
async function prepareRequest(
  context: RestContext,
  request: FastifyRequest<TableRoute>,
): Promise<{ table: Table; parsed: NegotiatedRequest }> {
  const parsed = parseRequest(request, context.settings.rest)
  endStep(request, 'parse')
  const table = await getTable(context, parsed.schema, request.params.table)
  const understood = { table, parsed: await negotiateRequest(context, parsed, table) }
  endStep(request, 'plan')
  return understood
}

/** Prepares a request with a body. */
async function prepareWrite(
  context: RestContext,
  request: FastifyRequest<TableRoute>,
  { exact }: { exact: boolean },
): Promise<{ table: Table; parsed: NegotiatedRequest; payload: Payload }> {
  const parsed = parseRequest(request, context.settings.rest)
  const body = readBody(request, { exact: exact || parsed.columns !== null })
  const payload = toPayload(body, parsed.columns)
  endStep(request, 'parse')
  const found = await getWritableTable(context, parsed.schema, request.params.table, payload.columns)
  const table = exact || isConflictTargetGiven(parsed) ? await context.cache.withKey(found) : found
  const understood = { table, parsed: await negotiateRequest(context, parsed, table), payload }
  endStep(request, 'plan')
  return understood
}

/** Fits a request to its table, and chooses the media type of the answer among those that there are for it. */
async function negotiateRequest(
  context: RestContext,
  parsed: RestRequest,
  table: Table,
): Promise<NegotiatedRequest> {
  const { cache, settings } = context
  const offer = { ...(await cache.listHandlers(table)), planEnabled: settings.rest.planEnabled }
  const accept = negotiate(parsed.wishes, offer, isEverything(parsed))
  return { ...(await findEmbedded(context, { origin: table, table }, parsed)), accept }
}

/**
 * Returns true when a write is about the key of its table: to tell where a row is, or which one it
 * is instead of.
 */
function isConflictTargetGiven({ preferences, onConflict }: RestRequest): boolean {
  return preferences.return === 'headers-only' || (preferences.resolution !== null && onConflict === null)
}

/** Returns true when rows can be known from others by a key. */
function isKeyed({ primaryKey }: Table, { onConflict }: RestRequest): boolean {
  return primaryKey.length > 0 || onConflict !== null
}

/** Drops the conflict preference for a table without a key. */
function withoutEmptyEffects(table: Table, request: NegotiatedRequest): NegotiatedRequest {
  const { preferences } = request
  if (preferences.resolution === null || isKeyed(table, request)) return request
  const understood = new Map([...preferences.understood].filter(([name]) => name !== 'resolution'))
  return { ...request, preferences: { ...preferences, understood } }
}

/** Writes as the caller, and keeps it only if it did what it was to do. */
function write(
  context: RestContext,
  request: FastifyRequest,
  parsed: NegotiatedRequest,
  work: (trx: Trx, ofLast: Hints) => Promise<Rows>,
): Promise<Rows> {
  return actAsCaller(context, request, parsed, work, createWriteCheck(parsed))
}

async function getTable({ cache }: RestContext, schema: string, name: string): Promise<Table> {
  const table = await cache.findTable(schema, name)
  if (table) return table
  const { tables } = await cache.listOffer(schema)
  throw tableNotFound(
    schema,
    name,
    closestName(
      name,
      tables.map((one) => one.name),
      0.75,
    ),
  )
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
