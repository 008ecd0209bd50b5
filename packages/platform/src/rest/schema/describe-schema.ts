import { sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'
import type { Routine, Table } from './read-schemas.ts'
import type { SchemaOffer } from './schema-cache.ts'

/** Tables and functions of one schema, of which the caller may use at least a part. */
type UsableObjects = { tables: readonly Table[]; routines: readonly Routine[] }

/** Leaves out what the caller has no right to read, write or call. */
export async function findUsable(trx: Trx, schema: string, offer: SchemaOffer): Promise<UsableObjects> {
  const { rows } = await sql<{ tables: string[]; routines: string[] }>`
    select
      coalesce((select json_agg(c.relname) from pg_class c where c.relnamespace = n.oid
        and has_any_column_privilege(c.oid, 'select, insert, update')), '[]') as tables,
      coalesce((select json_agg(p.proname) from pg_proc p where p.pronamespace = n.oid
        and has_function_privilege(p.oid, 'execute')), '[]') as routines
    from pg_namespace n where n.nspname = ${schema}`.execute(trx)
  const { tables = [], routines = [] } = rows[0] ?? {}
  return {
    tables: offer.tables.filter(({ name }) => tables.includes(name)),
    routines: offer.routines.filter(({ name }) => routines.includes(name)),
  }
}

/** The OpenAPI (2.0) description of a schema, as PostgREST's root shows it. */
export function describeSchema({ tables, routines }: UsableObjects): Record<string, unknown> {
  return {
    swagger: '2.0',
    info: { title: 'rest/v1', description: 'Tables, views and functions', version: '1' },
    basePath: '/rest/v1',
    consumes: ['application/json', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ['/', { get: { summary: 'OpenAPI description', responses: ok } }],
      ...tables.map((table) => [`/${table.name}`, tablePath(table)]),
      ...routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)]),
    ]),
    definitions: Object.fromEntries(tables.map((table) => [table.name, definition(table)])),
    parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter])),
  }
}

const ok = { 200: { description: 'OK' } }

const queryParameter = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  type: 'string',
  description,
})

const parameters = [
  queryParameter('select', 'Columns to show'),
  queryParameter('order', 'Order of the rows'),
  queryParameter('offset', 'Rows to leave out'),
  queryParameter('limit', 'How many rows at most'),
  queryParameter('on_conflict', 'Columns by which an upsert knows a row'),
  { name: 'Prefer', in: 'header', required: false, type: 'string', description: 'Preferences' },
]
const reference = (name: string) => ({ $ref: `#/parameters/${name}` })

function tablePath({ name, columns }: Table): Record<string, unknown> {
  const filters = columns.map((column) => queryParameter(column.name, `Filter, for example eq.value`))
  const body = { name, in: 'body', required: false, schema: { $ref: `#/definitions/${name}` } }
  const common = { tags: [name], responses: ok }
  return {
    get: {
      ...common,
      parameters: [...filters, ...['select', 'order', 'offset', 'limit', 'Prefer'].map(reference)],
    },
    post: { ...common, parameters: [body, ...['select', 'on_conflict', 'Prefer'].map(reference)] },
    patch: { ...common, parameters: [...filters, body, reference('Prefer')] },
    delete: { ...common, parameters: [...filters, reference('Prefer')] },
  }
}

function routinePath({ name, args, volatile }: Routine): Record<string, unknown> {
  const common = { tags: [`(rpc) ${name}`], responses: ok }
  const schema = {
    type: 'object',
    required: args.filter(({ required }) => required).map((arg) => arg.name),
    properties: Object.fromEntries(args.map((arg) => [arg.name, typeOf(arg.type)])),
  }
  const inQuery = args.map(({ name: argument, type, required }) => ({
    name: argument,
    in: 'query',
    required,
    ...typeOf(type),
  }))
  return {
    ...(volatile ? {} : { get: { ...common, parameters: inQuery } }),
    post: {
      ...common,
      parameters: [{ name: 'args', in: 'body', required: true, schema }, reference('Prefer')],
    },
  }
}

function definition({ columns, primaryKey }: Table): Record<string, unknown> {
  return {
    type: 'object',
    required: columns.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      columns.map(({ name, type, defaultSql }) => [
        name,
        {
          ...typeOf(type),
          ...(defaultSql === null ? {} : { default: defaultSql }),
          ...(primaryKey.includes(name) ? { description: 'Note:\nThis is a Primary Key.<pk/>' } : {}),
        },
      ]),
    ),
  }
}

/** The JSON type that carries a PostgreSQL type, with its name as the format. */
function typeOf(format: string): Record<string, unknown> {
  if (format.endsWith('[]')) return { type: 'array', items: typeOf(format.slice(0, -2)), format }
  if (/^(?:smallint|integer|bigint)$/.test(format)) return { type: 'integer', format }
  if (/^(?:numeric|real|double precision)/.test(format)) return { type: 'number', format }
  if (format === 'boolean') return { type: 'boolean', format }
  return /^jsonb?$/.test(format) ? { format } : { type: 'string', format }
}
