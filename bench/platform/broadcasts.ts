import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@app/platform/testing/free-port'
import { WebSocket } from 'ws'
import { type Backend, readResidentMb, start, waitFor } from './backend.ts'

const clients = 1_000
const rounds = 30
const connectedAtOnce = 50
/** How `ws` tells of a socket that was terminated here. */
const endedByUs = 1006
const topic = 'realtime:bench'
const message = JSON.stringify([
  null,
  null,
  topic,
  'broadcast',
  { type: 'broadcast', event: 'e', payload: { n: 1 } },
])

/**
 * How long does a broadcast take to a thousand sockets, and what do they weigh? Against `ws` that passes messages on and does
 * nothing else, in a process of its own as well; both take turns, and the p95 of all that was heard counts, at its best.
 */
export async function compareBroadcasts(ours: Backend): Promise<void> {
  const port = await freePort()
  const bare = start([join(import.meta.dirname, 'bare-sockets.ts')], { PORT: String(port) })
  await waitFor(bare, async () => (bare.printed().includes('listening') ? true : undefined))
  const before = { ours: await ours.readMemory(), bare: await readResidentMb(bare) }

  const bareSockets = await connectAll(`ws://127.0.0.1:${port}`, false)
  const path = `/realtime/v1/websocket?vsn=2.0.0&apikey=${ours.publishableKey}`
  const ourSockets = await connectAll(`${ours.url.replace('http', 'ws')}${path}`, true)
  const after = { ours: await ours.readMemory(), bare: await readResidentMb(bare) }

  const best = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY }
  for (let turn = 0; turn < 3; turn++) {
    best.bare = Math.min(best.bare, await p95Of(bareSockets))
    best.ours = Math.min(best.ours, await p95Of(ourSockets))
  }
  const ms = (value: number) => `${value.toFixed(1)} ms`
  console.log(
    `broadcast to ${clients} sockets, p95: ${ms(best.ours)}; bare ws ${ms(best.bare)}, ratio ${(best.ours / best.bare).toFixed(2)}`,
  )
  console.log(
    `memory of ${clients} sockets: +${after.ours - before.ours} MB; bare ws +${after.bare - before.bare} MB; ` +
      `after the broadcasts +${(await ours.readMemory()) - before.ours} MB`,
  )
  for (const socket of [...ourSockets, ...bareSockets]) socket.terminate()
  await bare.stop()
}

async function connectAll(url: string, joins: boolean): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < clients) {
    sockets.push(...(await Promise.all(Array.from({ length: connectedAtOnce }, () => connect(url, joins)))))
  }
  return sockets
}

async function connect(url: string, joins: boolean): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  // Nothing would be heard of it again, and the benchmark would wait for ever.
  socket.once('close', (code: number, reason: Buffer) => {
    if (code !== endedByUs) throw new Error(`a socket was closed: ${code} ${reason}`)
  })
  await once(socket, 'open')
  if (!joins) return socket
  const config = { broadcast: { self: true } }
  socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { config }]))
  const [answer] = await once(socket, 'message')
  if (!String(answer).includes('"ok"')) throw new Error(`a socket could not join: ${answer}`)
  return socket
}

/** Measures the 95th percentile of the delivery time, in milliseconds. */
async function p95Of(sockets: readonly WebSocket[]): Promise<number> {
  const [sender] = sockets
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { promise: heardByAll, resolve } = Promise.withResolvers<void>()
    let left = sockets.length
    const startedAt = performance.now()
    for (const socket of sockets) {
      socket.once('message', () => {
        took.push(performance.now() - startedAt)
        if (--left === 0) resolve()
      })
    }
    sender?.send(message)
    await heardByAll
  }
  took.sort((a, b) => a - b)
  return took[Math.floor(took.length * 0.95)] ?? Number.NaN
}
