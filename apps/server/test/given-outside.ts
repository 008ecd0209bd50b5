import { createSocket } from 'node:dgram'
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Something that listens on this machine in place of the outside world. */
export type Listening = { port: number; url: string; close: () => Promise<void> }

export async function givenHttp(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A proxy as an owner may have set hers up: `headers` is what it makes of a visitor's. */
export function givenProxy(
  target: () => number,
  headers: (visitors: IncomingHttpHeaders) => Record<string, string | undefined>,
): Promise<Listening> {
  return givenHttp((incoming, response) => {
    const { 'x-forwarded-for': _theirs, ...others } = incoming.headers
    const passed = Object.entries({ ...others, ...headers(incoming.headers) }).filter(([, value]) => value)
    const { url, method } = incoming
    const options = {
      host: '127.0.0.1',
      port: target(),
      path: url,
      method,
      headers: Object.fromEntries(passed),
    }
    const outgoing = request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.writeHead(502).end())
    outgoing.end()
  })
}

/** A mail server that knows one password and speaks no TLS; `secure`, it speaks nothing else, with a certificate that ran out. */
export async function givenMailServer(password: string, secure = false): Promise<Listening> {
  const server = new SMTPServer({
    secure,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ password: given }, _session, answer) =>
      given === password ? answer(null, { user: 'site' }) : answer(new Error('Invalid login')),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A name server that knows these TXT records, and that nothing else exists. */
export async function givenNameServer(texts: Record<string, string[]>): Promise<Listening> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, texts), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  return {
    port,
    url: `127.0.0.1:${port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

const headerBytes = 12
const noSuchName = 3
const typeTxt = 16

/** RFC 1035, 4.1: the question again, and the records with a pointer to its name. */
function answerTo(query: Buffer, texts: Record<string, string[]>): Buffer {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = query.subarray(headerBytes, at + 5)
  const known = texts[labels.join('.').toLowerCase()]
  const records = query.readUInt16BE(at + 1) === typeTxt ? (known ?? []) : []
  const header = Buffer.from(query.subarray(0, headerBytes))
  header.writeUInt16BE(0x8180 | (known ? 0 : noSuchName), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question, ...records.map(toRecord)])
}

function toRecord(text: string): Buffer {
  const fixed = Buffer.from([
    0xc0,
    headerBytes,
    0,
    typeTxt,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    text.length + 1,
    text.length,
  ])
  return Buffer.concat([fixed, Buffer.from(text, 'latin1')])
}
