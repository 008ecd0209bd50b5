import { type JsonValue, parseJson } from '@app/domain/panel/json'
import { withLimit } from '../checks/with-limit.ts'
import type { TestRequest } from './test-request.ts'

/** A server's answer with any status. `ms` is its duration. */
export type Answer = {
  status: number
  statusText: string
  ms: number
  headers: Record<string, string>
  /** Parsed JSON, or text. */
  body: JsonValue
}

type SendOptions = { headers: Record<string, string>; signal: AbortSignal; limitMs?: number }

/** Sends a test's request. Throws when nothing answers in time, and when `signal` ends it. */
export function sendTest(request: TestRequest, { headers, ...limits }: SendOptions): Promise<Answer> {
  return withLimit((ended) => ask(request, headers, ended), limits)
}

async function ask(
  request: TestRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const startedAt = performance.now()
  const response = await fetch(request.url, {
    method: request.method,
    headers: {
      accept: 'application/json, text/plain, */*',
      ...(request.contentType && { 'content-type': request.contentType }),
      ...headers,
    },
    body: request.text,
    credentials: 'omit',
    cache: 'no-store',
    signal,
  })
  const text = await response.text()
  const reading = parseJson(text)
  return {
    status: response.status,
    statusText: response.statusText,
    ms: Math.round(performance.now() - startedAt),
    headers: Object.fromEntries(response.headers),
    body: reading.outcome === 'read' ? reading.value : text,
  }
}
