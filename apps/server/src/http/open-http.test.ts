import { type AddressInfo, connect } from 'node:net'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { isProxyOf, openHttp } from './open-http.ts'

const timeoutMs = 300
let app: FastifyInstance | undefined
afterEach(() => app?.close())

/**
 * Sends a body in eight pieces, one each tenth of a second, and returns the answer; nothing where
 * it was cut off.
 */
async function sendSlowly(path: string, piece: string, { isChunked = false } = {}): Promise<string> {
  app = openHttp({ ...readConfig({}, sampleOwner), logLevel: 'silent' }, undefined, undefined, timeoutMs)
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.post('/*', async ({ body }) => {
    let length = 0
    for await (const bytes of body as AsyncIterable<Buffer>) length += bytes.length
    return { length }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  // Whoever writes to a connection that was ended is told so.
  socket.on('error', () => {})
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${8 * piece.length}`
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: video/mp4\r\n${length}\r\n\r\n`,
  )
  const chunk = isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece
  let left = 8
  const saying = setInterval(() => {
    left -= 1
    socket.write(left === 0 && isChunked ? `${chunk}0\r\n\r\n` : chunk)
  }, 100)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(saying)
  return answer.split('\r\n')[0] ?? ''
}

test.each<[string, boolean | string[], string, boolean]>([
  ['nobody where none is named', false, '127.0.0.1', false],
  ['a program of this machine where all are believed', true, '::ffff:127.0.0.1', true],
  ['a private address where all are believed', true, '172.18.0.2', true],
  ['no stranger where all are believed', true, '203.0.113.9', false],
  ['who is named', ['203.0.113.9'], '203.0.113.9', true],
  ['no neighbour where another is named', ['203.0.113.9'], '127.0.0.1', false],
])('an address without a limit of connections: %s', (_what, trustProxy, address, isProxy) => {
  expect(isProxyOf(trustProxy)(address)).toBe(isProxy)
})

test('an upload from a slow phone is waited for as long as its bytes come', async () => {
  expect(await sendSlowly('/storage/v1/object/films/a.mp4', 'a'.repeat(1000))).toContain('200')
})

test.each([
  ['an upload that brings a byte now and then', '/storage/v1/object/films/a.mp4', 'a'],
  ['anything else', '/api/leads', 'a'.repeat(1000)],
])('%s is cut off', async (_what, path, piece) => {
  expect(await sendSlowly(path, piece)).toBe('')
})

test('so is what does not say how long it is', async () => {
  expect(await sendSlowly('/api/leads', 'a'.repeat(1000), { isChunked: true })).toBe('')
  await app?.close()
  const upload = await sendSlowly('/storage/v1/object/films/a.mp4', 'a'.repeat(1000), { isChunked: true })
  expect(upload).toContain('200')
})
