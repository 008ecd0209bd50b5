import { buildAttempt } from '@app/testing/attempt'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Every route of the product API, asked with text that nobody means in every place that takes any. */
const nasty = ['\0', 'a\0b', '\ud800', "'", '%', '..', '9'.repeat(40), 'x'.repeat(3000), '💥']

type Operation = {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, unknown> } }> }
}
type Call = { method: string; url: string; payload?: object }

let server: GivenServer
let operations: [string, string, Operation][]
let secretKey: string

beforeAll(async () => {
  server = await givenServer()
  const { rows } = await sql<{
    value: string
  }>`select value from platform.secrets where value like 'sb_secret_%'`.execute(server.db)
  secretKey = rows[0]?.value ?? ''
  const document = (await server.app.inject({ url: '/api/docs/json', headers: { apikey: secretKey } })).json()
  operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      method,
      path,
      operation,
    ]),
  )
})
afterAll(() => server.close())

/** The calls with one nasty text, each time in another place. */
function callsOf(
  [method, path, { parameters = [], requestBody }]: (typeof operations)[number],
  text: string,
): Call[] {
  // Half a pair has no UTF-8, so no address can carry it.
  const encoded = encodeURIComponent(text.toWellFormed())
  const url = `/api${path.replaceAll(/\{\w+\}/g, encoded)}`
  const query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name }) => `${url}?${name}=${encoded}`)
  const valid = path === '/leads' ? buildAttempt() : {}
  const schema = requestBody?.content['application/json']?.schema
  const names = Object.keys({ ...schema?.properties, ...valid })
  const bodies = names.flatMap((name) => [
    { ...valid, [name]: text },
    { ...valid, [name]: { [text]: [text] } },
  ])
  return [
    { method, url },
    ...query.map((each) => ({ method, url: each })),
    ...bodies.map((payload) => ({ method, url, payload })),
  ]
}

test('no route answers 500 to a text that PostgreSQL cannot keep, nor to any other', async () => {
  expect(operations.length).toBeGreaterThan(15)
  const failed: string[] = []
  for (const operation of operations) {
    for (const call of nasty.flatMap((text) => callsOf(operation, text))) {
      const answer = await server.app.inject({
        ...call,
        method: call.method.toUpperCase() as 'GET',
        headers: { apikey: secretKey, 'x-intent-secret': 'x'.repeat(40) },
      })
      if (answer.statusCode === 500) failed.push(`${call.method} ${call.url.slice(0, 80)}`)
    }
  }
  expect(failed).toEqual([])
}, 120_000)
