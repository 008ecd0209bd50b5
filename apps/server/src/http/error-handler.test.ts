import { databaseRefusal } from '@app/platform/http/postgres-error'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerError } from './error-handler.ts'

test.each([
  ['a deadlock', '40P01', 503, '5'],
  ['a conflict', '40001', 503, '5'],
  ['a lock held for too long', '55P03', 503, '5'],
  ['a database that is full', '53100', 503, '5'],
  ['a mistake of ours', '42601', 500, undefined],
])('%s is asked for again, if at all: %s', async (_what, code, status, retryAfter) => {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.get('/', async () => {
    throw databaseRefusal(code, 'Key (email)=(aliya@example.com) is in the way')
  })
  const { statusCode, headers, body } = await app.inject('/')
  await app.close()
  expect([statusCode, headers['retry-after']]).toEqual([status, retryAfter])
  expect(body).not.toContain('aliya')
})
