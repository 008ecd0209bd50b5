import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openHttp } from './open-http.ts'

const timeoutMs = 300
let app: ReturnType<typeof openHttp> | undefined
afterEach(() => app?.close())

/** Sends eight pieces, one each tenth of a second, after what is said first. */
async function saySlowly(first: string, piece = 'a'): Promise<string> {
  app = openHttp(timeoutMs)
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
  socket.write(first)
  const saying = setInterval(() => socket.write(piece), 100)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(saying)
  return answer.split('\r\n')[0] ?? ''
}

const head = (path: string, length = 8) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: video/mp4\r\ncontent-length: ${length}\r\n\r\n`

it('waits for no head of a request for ever', async () => {
  expect(await saySlowly('POST / HTTP/1.1\r\nhost: a\r\nx-slow: ')).toContain('408')
})

it('waits for no body for ever', async () => {
  expect(await saySlowly(head('/auth/v1/otp'))).toBe('')
})

it('leaves alone what the process asks of itself, however long that takes', async () => {
  app = openHttp(60)
  app.post('/*', async ({ body }) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    return body
  })
  for (const url of ['/', '/storage/v1/object/list/films']) {
    expect((await app.inject({ method: 'POST', url, payload: { a: 1 } })).json()).toEqual({ a: 1 })
  }
})

it('waits for an upload as long as its bytes come', async () => {
  expect(await saySlowly(head('/storage/v1/object/films/a.mp4', 8000), 'a'.repeat(1000))).toContain('200')
})

it('waits no longer for one who sends a byte now and then', async () => {
  expect(await saySlowly(head('/storage/v1/object/list/films'))).toBe('')
})
