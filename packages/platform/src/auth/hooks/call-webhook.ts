import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseJson } from '../../http/json.ts'
import type { HookSettings } from '../../settings.ts'
import { AuthError } from '../auth-errors.ts'

const tries = 3
const pauseMs = 2_000
/** What all tries together may take. */
const longestMs = 5_000
const mostBytes = 200 * 1024

const timedOut = () =>
  new AuthError(
    422,
    'hook_timeout',
    `Failed to reach hook within maximum time of ${(longestMs / 1000).toFixed(6)} seconds`,
  )
const unreachable = () =>
  new AuthError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries')
const unavailable = () =>
  new AuthError(500, 'unexpected_failure', 'Service currently unavailable due to hook')

/**
 * Sends the payload to an address, signed as Standard Webhooks are (https://www.standardwebhooks.com), and answers with what
 * comes back. Tries three times while nobody answers, within five seconds.
 */
export async function callWebhook(hook: HookSettings, payload: string): Promise<unknown> {
  const signal = AbortSignal.timeout(longestMs)
  for (let attempt = 1; attempt <= tries; attempt++) {
    const answer = await send(hook, payload, signal)
    if (answer === null && attempt < tries) {
      await sleep(pauseMs, null, { signal }).catch(() => {
        throw timedOut()
      })
    }
    if (answer === null) continue
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy) return read(answer, signal)
    await answer.body?.cancel()
    if (!answer.headers.has('retry-after')) throw unavailable()
    if (attempt === tries) throw unavailable()
  }
  throw unreachable()
}

/** Null when nobody answers. */
async function send(
  { uri, secrets = [] }: HookSettings,
  payload: string,
  signal: AbortSignal,
): Promise<Response | null> {
  const id = randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1000))
  try {
    return await fetch(uri, {
      method: 'POST',
      body: payload,
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets
          .map((secret) => signature(secret, `${id}.${timestamp}.${payload}`))
          .join(', '),
      },
    })
  } catch {
    if (signal.aborted) throw timedOut()
    return null
  }
}

/** `v1,` and the HMAC-SHA256 in base64, by a secret written as `v1,whsec_<base64>`. */
function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^v1,/, '').replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

async function read(answer: Response, signal: AbortSignal): Promise<unknown> {
  const { status } = answer
  if (status !== 200 && status !== 202 && status !== 204) {
    await answer.body?.cancel()
    throw new AuthError(500, 'unexpected_failure', whatIsWrong(status))
  }
  const type = answer.headers.get('content-type') ?? ''
  if (type === '' && status === 204) return undefined
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    await answer.body?.cancel()
    throw new AuthError(
      400,
      'hook_payload_invalid_content_type',
      type === ''
        ? 'Invalid Content-Type: Missing Content-Type header'
        : `Invalid JSON response. Received content-type: ${type}`,
    )
  }
  const text = await readText(answer, signal)
  return text === '' ? undefined : parseJson(text)
}

function whatIsWrong(status: number): string {
  if (status === 400) return 'Invalid payload sent to hook'
  if (status === 401) return 'Hook requires authorization token'
  return `Unexpected status code returned from hook: ${status}`
}

async function readText(answer: Response, signal: AbortSignal): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of answer.body ?? []) {
      bytes += part.byteLength
      if (bytes > mostBytes) throw tooLong()
      parts.push(part)
    }
  } catch (error) {
    throw signal.aborted ? timedOut() : error
  }
  return Buffer.concat(parts).toString('utf8')
}

const tooLong = () =>
  new AuthError(422, 'hook_payload_over_size_limit', `Payload size exceeded size limit of ${mostBytes} bytes`)
