import { apiDocsTexts } from '@app/content/ru/api-docs'
import { beforeAll, expect, test } from 'vitest'
import { givenApp } from '../../test/given-app.ts'
import type { OpenApiDocument } from './openapi-document.ts'

let app: Awaited<ReturnType<typeof givenApp>>['app']
let document: OpenApiDocument

beforeAll(async () => {
  app = (await givenApp()).app
  document = (await app.inject('/api/docs/json')).json()
})

test('the document describes a call by the schemas that check it', () => {
  const save = document.paths['/leads']?.post
  const body = save?.requestBody?.content['application/json']?.schema as {
    required: string[]
    properties: Record<string, object>
  }

  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] })
  expect(body.required).toEqual(expect.arrayContaining(['attemptId', 'answers', 'contact', 'consent']))
  expect(body.properties.answers).toMatchObject({ type: 'object' })
  expect(save?.responses).toMatchObject({
    '201': { content: { 'application/json': { schema: { properties: { resultToken: {} } } } } },
    default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
  })
  expect(document.paths['/leads/result/{resultToken}']?.get?.parameters).toMatchObject([
    { name: 'resultToken', in: 'path', required: true },
  ])
})

test('every route of the API is in it, has a name of its own and says what it is for', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const paths = Object.keys(document.paths)

  expect(paths).toEqual(expect.arrayContaining(['/', '/health', '/ready', '/leads', '/docs', '/metrics']))
  const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { summary }]) => (summary ? [] : `${method} ${path}`)),
  )
  expect(silent, 'calls without words in content/ru/api-docs.ts').toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const reference of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(reference[1] ?? '')
  }
})

test('people read the same on a page that needs no script and nobody else', async () => {
  const page = await app.inject('/api/docs')

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<code>/leads/result/{resultToken}</code>')
  expect(page.body).toContain(apiDocsTexts.operations['POST /leads'])
  expect(page.body).not.toMatch(/<script|https?:\/\/(?!json-schema)/)
})
