import { givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenApiDocument } from '../openapi/openapi-document.ts'

/** What Zod says of what it refuses. */
const zodWords =
  /Invalid (?:input|option|UUID|string|key)|expected|received|Too (?:small|big)|Unrecognized|must match|required property/i

let server: Awaited<ReturnType<typeof givenServer>>
let staff: string
beforeAll(async () => {
  server = await givenServer({})
  staff = (await server.signInAsStaff('words@example.com', 'owner')).token
})
afterAll(() => server.close())

const bodies: [string, string][] = [
  ['a number', '1'],
  ['a list', '[]'],
  ['nothing known', '{"zz":1}'],
  [
    'other types',
    JSON.stringify(
      Object.fromEntries(
        [
          'attemptId',
          'answers',
          'contact',
          'consent',
          'phone',
          'name',
          'id',
          'email',
          'days',
          'phoneNumber',
          'category',
          'productType',
          'text',
          'step',
        ].map((name) => [name, { zz: [] }]),
      ),
    ),
  ],
  ['no JSON', '{"a":'],
]

test('no route of the API refuses in the words of its library', async () => {
  const authorization = `Bearer ${staff}`
  const docs = await server.app.inject({ url: '/api/docs/json', headers: { authorization } })
  const { paths } = docs.json<OpenApiDocument>()
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const spoke: string[] = []
  let refused = 0
  for (const { method, path } of routes) {
    if (path === '/docs' || path === '/docs/json' || path === '/metrics') continue
    const url = `/api${path.replace(/\{\w+\}/g, 'x')}?days=x&page=x&limit=x&from=x&until=x&by=x&show=x&code=x&invId=x&finished=x`
    for (const [what, payload] of method === 'GET' ? [['nothing', '']] : bodies) {
      for (const token of [null, authorization]) {
        const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
        const answer = await server.app.inject({
          method: method as 'POST',
          url,
          headers,
          ...(payload && { payload }),
        })
        if (answer.statusCode >= 400) refused++
        if (answer.statusCode >= 400 && zodWords.test(answer.body))
          spoke.push(`${method} ${path} of ${what}: ${answer.body.slice(0, 160)}`)
      }
    }
  }
  expect(refused).toBeGreaterThan(routes.length)
  expect(spoke).toEqual([])
})
