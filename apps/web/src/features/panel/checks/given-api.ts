import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PanelTools } from '../panel-context.ts'
import { sendTest } from '../requests/send-test.ts'
import { toTestRequest } from '../requests/test-request.ts'
import { testLimitMs } from './with-limit.ts'

const silenceMs = 50

/**
 * The way a server that is not in order answers: what `json` holds as JSON, or a text; null for
 * never.
 */
export type FakeAnswer = { status?: number; json?: unknown; text?: string; type?: string } | null

export const page: FakeAnswer = { text: '<!doctype html><title>Ясный день</title>', type: 'text/html' }

export type GivenApi = Pick<PanelTools, 'send' | 'isForeign'> & {
  apiUrl: string
  /** The received calls: `GET /health`. */
  asked: string[]
  close: () => Promise<void>
}

/** Starts a local server with given answers, and a client for it. */
export async function givenApi(answerTo: (method: string, path: string) => FakeAnswer): Promise<GivenApi> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    asked.push(`${request.method} ${path}`)
    request.resume()
    const answer = answerTo(request.method ?? '', path)
    if (!answer) return
    const type = answer.type ?? (answer.json === undefined ? 'text/plain' : 'application/json')
    response.writeHead(answer.status ?? 200, { 'content-type': type })
    response.end(answer.json === undefined ? answer.text : JSON.stringify(answer.json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const apiUrl = `http://127.0.0.1:${port}`
  return {
    apiUrl,
    asked,
    isForeign: () => false,
    // A short timeout for calls without an answer.
    send: (draft, signal) => {
      const limitMs = answerTo(draft.method, draft.endpoint) ? testLimitMs : silenceMs
      return sendTest(toTestRequest(apiUrl, draft), { headers: {}, signal, limitMs })
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
