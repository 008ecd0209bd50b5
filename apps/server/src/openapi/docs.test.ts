import { apiDocsTexts } from '@app/content/ru/api-docs'
import { beforeAll, expect, test } from 'vitest'
import { givenApp } from '../../test/given-app.ts'
import { PanelGate } from '../panel/panel-gate.ts'
import type { OpenApiDocument } from './openapi-document.ts'

let app: Awaited<ReturnType<typeof givenApp>>['app']
let document: OpenApiDocument

const asServer = { authorization: 'Bearer sb_secret_x' }

beforeAll(async () => {
  app = (await givenApp()).app
  document = (await app.inject({ url: '/api/docs/json', headers: asServer })).json()
})

test.each(['/api/docs', '/api/docs/json'])(
  '%s is for the staff, by key or by the panel’s pass',
  async (url) => {
    const paths = ['/api/docs']
    const gate = new PanelGate({ secretKey: 'sb_secret_x', isHttps: false, paths, isOpen: async () => false })
    const [cookie = ''] = gate.issue({ role: 'owner', sessionId: null }, new Date()).cookies
    const statusOf = async (headers: Record<string, string>) => {
      const answer = await app.inject({ url, headers })
      expect(answer.headers['cache-control']).toBe('no-store')
      return answer.statusCode
    }

    expect(await statusOf({})).toBe(401)
    expect(await statusOf({ cookie: 'panel_pass=99999999999999.c2lnbmF0dXJl' })).toBe(401)
    expect(await statusOf({ authorization: 'Bearer sb_publishable_x' })).toBe(401)
    expect(await statusOf({ cookie })).toBe(200)
    expect(await statusOf(asServer)).toBe(200)
  },
)

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
  const page = await app.inject({ url: '/api/docs', headers: asServer })

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<code>/leads/result/{resultToken}</code>')
  expect(page.body).toContain(apiDocsTexts.operations['POST /leads'])
  expect(page.body).not.toMatch(/<script|https?:\/\/(?!json-schema)/)
})
