import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyOwnerJob } from '../orders/mails/notify-owner.job.ts'

const token = 'a-token-of-a-machine'
let server: GivenServer

beforeAll(async () => {
  server = await givenServer({ env: { METRICS_TOKEN: token } })
})
afterAll(() => server.close())

const read = (authorization?: string) =>
  server.app.inject({ url: '/api/metrics', headers: authorization ? { authorization } : {} })

test('a machine with the token and the staff read them, nobody else', async () => {
  const person = await server.signIn(freshEmail(timur))
  expect((await read(`Bearer ${token}`)).statusCode).toBe(200)
  expect((await read()).statusCode).toBe(401)
  expect((await read('Bearer another-token-entirely')).statusCode).toBe(401)
  expect((await read(`Bearer ${person.token}`)).statusCode).toBe(403)

  const owner = await server.signInAsStaff(freshEmail(timur))
  expect((await read(`Bearer ${owner.token}`)).statusCode).toBe(200)
})

test('they tell of requests by route, of queues, memory and the event loop, in the format of Prometheus', async () => {
  await server.app.inject('/api/leads/result/a-token-nobody-should-see')
  await server.app.inject('/no/such/page/aliya@example.com')
  const response = await read(`Bearer ${token}`)
  const { body } = response

  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(body).toMatch(
    /^http_requests_total\{method="GET",route="\/api\/leads\/result\/:resultToken",status="404"\} 1$/m,
  )
  expect(body).toMatch(/^http_requests_total\{method="GET",route="unmatched",status="404"\} 1$/m)
  expect(body).toMatch(
    /^http_request_duration_seconds_bucket\{le="\+Inf",method="GET",route="unmatched"\} 1$/m,
  )
  expect(body).toMatch(/^queue_depth\{queue="messages"\} 0$/m)
  expect(body).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  expect(body).not.toMatch(/nobody-should-see|aliya/)
  for (const line of body.trim().split(/\n+/)) {
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? ([\d.e+-]+|Nan))$/)
  }
})

test('a job that waits is counted as waiting, a done one as done', async () => {
  const depth = async () => (await read(`Bearer ${token}`)).body
  await server.db.transaction().execute(async (trx) => {
    await server.jobs.enqueue(trx, notifyOwnerJob, { orderId: '00000000-0000-4000-8000-000000000000' })
  })
  expect(await depth()).toMatch(/^queue_depth\{queue="notify_owner"\} 1$/m)
  expect(await depth()).toMatch(/^jobs\{job="notify_owner",state="created"\} 1$/m)
})
