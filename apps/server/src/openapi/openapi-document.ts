import { apiDocsTexts as texts } from '@app/content/ru/api-docs'
import { brand } from '@app/content/ru/brand'
import { errorBodySchema } from '@app/contracts/errors'
import type { StaffPermission } from '@app/domain/auth/roles'
import { z } from 'zod'
import type { ApiRoute } from './collect-routes.ts'

type JsonSchema = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }
type Content = { description: string; content?: Record<string, { schema: JsonSchema }> }

export type Operation = {
  operationId: string
  tags: string[]
  summary?: string
  parameters?: Parameter[]
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Content>
  /** The required permission; absent for public calls. */
  'x-needs'?: StaffPermission
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Record<string, never[]>[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> }
}

/** Describes the product API by the very schemas that check it. `apiUrl` is where it is reached. */
export function openApiDocument(routes: readonly ApiRoute[], apiUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of [...routes].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title: texts.title(brand.title), version: '1', description: texts.description },
    servers: [{ url: apiUrl }],
    // Most calls are public; the text of each call names its refusals.
    security: [{}, { session: [] }],
    paths,
    components: {
      schemas: { Refusal: toJsonSchema(errorBodySchema, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function toOperation({ method, schema, needs }: ApiRoute, path: string): Operation {
  const name = `${method} ${path}`
  const summary = texts.operations[name]
  const parameters = [
    ...toParameters(schema.params, 'path'),
    ...toParameters(schema.querystring, 'query'),
    ...toParameters(schema.headers, 'header'),
  ]
  return {
    operationId: name.replace(/[^A-Za-z]+/g, '_').replace(/_$/, ''),
    tags: [path.split('/')[1] || 'status'],
    ...(summary && { summary }),
    ...(parameters.length > 0 && { parameters }),
    ...(isZod(schema.body) && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(schema.body, 'input') } },
      },
    }),
    responses: { ...toResponses(schema.response), default: refusal },
    ...(needs && { 'x-needs': needs }),
  }
}

const refusal: Content = {
  description: texts.refusal,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

function toResponses(response: unknown): Record<string, Content> {
  if (typeof response !== 'object' || response === null) return { '200': { description: texts.success } }
  const described = Object.entries(response).filter(([, schema]) => isZod(schema))
  return Object.fromEntries(
    described.map(([status, schema]) => [
      status,
      {
        description: texts.success,
        content: { 'application/json': { schema: toJsonSchema(schema as z.ZodType, 'output') } },
      },
    ]),
  )
}

function toParameters(schema: unknown, place: Parameter['in']): Parameter[] {
  if (!isZod(schema)) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}

/** Converts a Zod schema; checks that JSON cannot express are left out. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function isZod(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType
}
