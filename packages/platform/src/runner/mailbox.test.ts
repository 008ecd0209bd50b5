import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Mailbox } from './mailbox.ts'

let mailbox: Mailbox
let server: ReturnType<Mailbox['server']>
let url: string

beforeEach(async () => {
  mailbox = new Mailbox()
  server = mailbox.server()
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => server.close())

const mail = (subject: string) => ({ to: 'asel@example.com', subject, text: 'Salem', html: '<p>Salem</p>' })
const kept = (subject: string) => ({ to: 'asel@example.com', subject, text: 'Salem' })

/**
 * Opens the stream and returns a reader of its messages, null at its end. The connection is not
 * kept for later requests.
 */
async function follow() {
  const request = get(`${url}/stream`, { agent: false })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  const lines = createInterface({ input: response })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { done, value } = await lines.next()
    return done ? null : JSON.parse(value)
  }
  return { type: response.headers['content-type'], next, leave: () => request.destroy() }
}

it('tells each mail as it comes to everybody who follows, and none from before', async () => {
  await mailbox.sendMail(mail('before'))
  const followers = [await follow(), await follow()]
  expect(followers.map(({ type }) => type)).toEqual(['application/x-ndjson', 'application/x-ndjson'])
  await mailbox.sendMail(mail('first\nof two'))
  await mailbox.sendMail(mail('second'))
  for (const { next } of followers) {
    expect([await next(), await next()]).toEqual([kept('first\nof two'), kept('second')])
  }
})

it('goes on for the others when one has gone', async () => {
  const [one, other] = [await follow(), await follow()]
  await mailbox.sendMail(mail('for both'))
  expect([await one.next(), await other.next()]).toEqual([kept('for both'), kept('for both')])
  one.leave()
  // The server learns of it a moment later.
  for (let nth = 1; nth <= 20; nth++) {
    await mailbox.sendMail(mail(`for one ${nth}`))
    expect(await other.next()).toEqual(kept(`for one ${nth}`))
    await sleep(5)
  }
})

it('ends with the server, which waits for nobody who follows', async () => {
  const { next } = await follow()
  const ended = next()
  await server.close()
  expect(await ended).toBeNull()
})

it('is told what is kept, and not what was emptied', async () => {
  const { next } = await follow()
  await mailbox.sendMail(mail('kept'))
  const list = async () => (await fetch(url)).json()
  expect(await list()).toEqual([kept('kept')])
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204)
  expect([await list(), await next()]).toEqual([[], kept('kept')])
})
