import { createServer, type Socket } from 'node:net'
import { sandboxShop } from '@app/server/config/payments'
import {
  givenGraphServer,
  graphAccount,
  inboundPayload,
  signWebhook,
} from '@app/testing/whatsapp/graph-server'
import { expect, onTestFinished, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, isReady, type Mode, pollTimeoutMs, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

// What the load's notices are signed with.
const { live, hash } = sandboxShop('http://localhost')

/** A server that takes every connection and says nothing, as a machine does whose programs stand still. */
async function givenSilence(): Promise<{ port: number; asked: () => number }> {
  const sockets = new Set<Socket>()
  let asked = 0
  const server = createServer((socket) => {
    asked += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, asked: () => asked }
}

/** So many answers are under way at once that none is left to send anything else. */
const people = 12

/** People ask for silence in WhatsApp, which each of them is to be told is theirs. */
async function askForSilence(base: string): Promise<void> {
  for (let person = 0; person < people; person++) {
    const payload = inboundPayload({
      ...{ id: `wamid.stop-${person}`, from: `7705${1_000_000 + person}`, text: 'СТОП', at: new Date() },
    })
    const { body, signature } = signWebhook(payload)
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    const answer = await fetch(`${base}/api/whatsapp/webhook`, {
      ...{ method: 'POST', headers, body: new Uint8Array(body) },
    })
    expect(answer.status).toBe(200)
  }
}

test.each<Mode>(['embedded', 'postgres'])(
  'mail, WhatsApp and the shop are silent, %s: visitors do not notice',
  async (mode) => {
    const [mail, shop] = [await givenSilence(), await givenSilence()]
    const graph = await givenGraphServer()
    onTestFinished(graph.close)
    graph.always({ kind: 'hang' })
    const installation = await givenInstallation(mode)
    const product = await startProduct(installation, {
      env: {
        ...{
          MAIL: 'smtp',
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: String(mail.port),
          MAIL_FROM: 'site@example.kz',
        },
        ...{ WHATSAPP: 'cloud', WHATSAPP_GRAPH_URL: graph.url, WHATSAPP_TOKEN: graphAccount.token },
        ...{
          WHATSAPP_PHONE_NUMBER_ID: graphAccount.phoneNumberId,
          WHATSAPP_APP_SECRET: graphAccount.appSecret,
        },
        WHATSAPP_VERIFY_TOKEN: graphAccount.verifyToken,
        ...{ PAYMENTS: 'robokassa', ROBOKASSA_HOST: `http://127.0.0.1:${shop.port}`, ROBOKASSA_HASH: hash },
        ...{ ROBOKASSA_PASSWORD1: live.password1, ROBOKASSA_PASSWORD2: live.password2 },
        ROBOKASSA_MERCHANT_LOGIN: 'clearday',
      },
    })
    await product.ready()
    const load = startLoad(() => product.base)
    await load.progress(100)
    await askForSilence(product.base)
    await expect.poll(mail.asked, { timeout: pollTimeoutMs }).toBeGreaterThan(0)
    await expect.poll(graph.requests, { timeout: pollTimeoutMs }).toBeGreaterThan(0)
    await load.progress(100)
    expect(await isReady(product.base)).toBe(true)
    await load.stop()

    expect([...load.refused]).toEqual([])
    expect(await product.stop()).toBe(0)
    await compare(
      `mail and WhatsApp silent (${mail.asked()} and ${graph.requests()} calls), ${mode}`,
      installation,
      load,
    )
  },
)
