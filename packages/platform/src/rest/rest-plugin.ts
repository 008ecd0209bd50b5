import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { PlatformTables } from '../database/tables.ts'
import { allowCrossOrigin } from '../http/cors.ts'
import { isObject } from '../http/json.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { ResolvedSettings } from '../resolve-settings.ts'
import { callFunction } from './call-function.ts'
import { checkPut } from './check-put.ts'
import { describeSchema, findUsable } from './describe-schema.ts'
import { handleRestErrors } from './handle-rest-errors.ts'
import { parseProfile, parseRequest, queryOf, type RestRequest } from './parse-request.ts'
import { readRows } from './read-rows.ts'
import { checkAnswer, checkWritten, sendAnswer, sendRead, sendWritten } from './replies.ts'
import { badBody, columnNotFound, functionNotFound, tableNotFound } from './rest-errors.ts'
import { actAsCaller, parseRestBody } from './run-request.ts'
import { type Routine, SchemaCache, type Table } from './schema-cache.ts'
import { deleteRows, insertRows, nameOf, toPayload, updateRows } from './write-rows.ts'

export type RestContext = {
  db: Kysely<PlatformTables>
  keys: KeyRing
  settings: ResolvedSettings
  cache: SchemaCache
}

type TableRoute = { Params: { table: string } }
type FunctionRoute = { Params: { name: string } }

/** PostgREST's routes for the tables, views and functions of the exposed schemas, to be mounted at /rest/v1. */
export const restPlugin: FastifyPluginAsync<Omit<RestContext, 'cache'>> = async (app, options) => {
  const context = { ...options, cache: new SchemaCache(options.db, options.settings.rest.schemas) }
  allowCrossOrigin(app)
  handleRestErrors(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, body: string) =>
    parseRestBody(request, body),
  )
  descriptionRoute(app, context)
  functionRoutes(app, context)
  tableRoutes(app, context)
}

function descriptionRoute(app: FastifyInstance, context: RestContext): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      const schema = parseProfile(request, context.settings.rest)
      const offer = await context.cache.listOffer(schema)
      const usable = await actAsCaller(context, request, { schema, tx: null }, (trx) =>
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
      const parsed = parseRequest(request, context.settings.rest)
      const table = await getTable(context, parsed.schema, request.params.table)
      const rows = await actAsCaller(context, request, scopeOf(parsed), (trx) =>
        readRows(trx, nameOf(table), parsed),
      )
      return sendRead(reply, rows, parsed)
    },
  })

  app.post<TableRoute>('/:table', async (request, reply) => {
    const parsed = parseRequest(request, context.settings.rest)
    const payload = toPayload(request.body, parsed.columns)
    const table = await getWritableTable(context, parsed.schema, request.params.table, payload.columns)
    const rows = await actAsCaller(context, request, scopeOf(parsed), async (trx) =>
      checkWritten(await insertRows(trx, table, payload, parsed), parsed),
    )
    const isUpsert = parsed.preferences.resolution === 'merge-duplicates'
    const created = !isUpsert || rows.count > rows.updated || rows.count === 0
    return sendWritten(reply, rows, parsed, { status: () => (created ? 201 : 200) })
  })

  app.patch<TableRoute>('/:table', async (request, reply) => {
    const parsed = parseRequest(request, context.settings.rest)
    const payload = toPayload(request.body, parsed.columns)
    if (payload.rows.length !== 1) throw badBody('Empty or invalid json')
    const table = await getWritableTable(context, parsed.schema, request.params.table, payload.columns)
    const rows = await actAsCaller(context, request, scopeOf(parsed), async (trx) =>
      checkWritten(await updateRows(trx, table, payload, parsed), parsed),
    )
    return sendWritten(reply, rows, parsed, { status: (shown) => (shown ? 200 : 204) })
  })

  app.delete<TableRoute>('/:table', async (request, reply) => {
    const parsed = parseRequest(request, context.settings.rest)
    const table = await getTable(context, parsed.schema, request.params.table)
    const rows = await actAsCaller(context, request, scopeOf(parsed), async (trx) =>
      checkWritten(await deleteRows(trx, table, parsed), parsed),
    )
    return sendWritten(reply, rows, parsed, { status: (shown) => (shown ? 200 : 204) })
  })

  app.put<TableRoute>('/:table', async (request, reply) => {
    const parsed = parseRequest(request, context.settings.rest)
    const payload = toPayload(request.body, parsed.columns)
    const table = await getWritableTable(context, parsed.schema, request.params.table, payload.columns)
    checkPut(table, payload, parsed)
    const upsert: RestRequest = {
      ...parsed,
      onConflict: null,
      preferences: { ...parsed.preferences, resolution: 'merge-duplicates' },
    }
    const rows = await actAsCaller(context, request, scopeOf(parsed), async (trx) =>
      checkWritten(await insertRows(trx, table, payload, upsert), parsed),
    )
    const created = rows.count > rows.updated
    return sendWritten(reply, rows, parsed, { status: (shown) => (created ? 201 : shown ? 200 : 204) })
  })
}

function functionRoutes(app: FastifyInstance, context: RestContext): void {
  app.route<FunctionRoute>({
    method: ['GET', 'HEAD'],
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const schema = parseProfile(request, context.settings.rest)
      const { name } = request.params
      const named = await context.cache.findRoutinesNamed(schema, name)
      const isArgument = (key: string) =>
        named?.some((routine) => routine.args.some((arg) => arg.name === key)) ?? false
      const parsed = parseRequest(request, context.settings.rest, isArgument)
      const args = Object.fromEntries(parsed.args)
      const unknown = named ? [] : queryOf(request).map(([key]) => key)
      return call(context, request, reply, {
        name,
        args,
        parsed,
        searched: [...Object.keys(args), ...unknown],
      })
    },
  })

  app.post<FunctionRoute>('/rpc/:name', async (request, reply) => {
    const parsed = parseRequest(request, context.settings.rest)
    const args = request.body ?? {}
    if (!isObject(args)) throw badBody('Empty or invalid json')
    const { name } = request.params
    return call(context, request, reply, { name, args, parsed, searched: Object.keys(args) })
  })
}

type Call = {
  name: string
  args: Readonly<Record<string, unknown>>
  parsed: RestRequest
  searched: readonly string[]
}

async function call(
  context: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, args, parsed, searched }: Call,
): Promise<FastifyReply> {
  const routine: Routine | undefined = await context.cache.findRoutine(parsed.schema, name, Object.keys(args))
  if (!routine) throw functionNotFound(parsed.schema, name, searched)
  const answer = await actAsCaller(context, request, scopeOf(parsed), async (trx) =>
    checkAnswer(await callFunction(trx, routine, args, parsed), parsed),
  )
  return sendAnswer(reply, answer, parsed)
}

function scopeOf({ schema, preferences }: RestRequest): {
  schema: string
  tx: RestRequest['preferences']['tx']
} {
  return { schema, tx: preferences.tx }
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
