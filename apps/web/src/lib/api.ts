import type { ClientConfig } from '@app/contracts/client-config'
import { type ErrorCode, errorCodes } from '@app/contracts/error-codes'
import { isRecord } from '@app/domain/is-record'
import { beforeEnd, deadlineOf } from './deadline.ts'
import { accessToken, tokenRefused } from './session/access-token.ts'
import { signedInId } from './session/session.ts'

/** A refusal of the product API, or the lack of an answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | 'unreachable'
  /** 0 without an answer. */
  readonly status: number

  constructor(code: ApiError['code'], status: number) {
    // Only the code, because error reports include the message.
    super(code)
    this.code = code
    this.status = status
  }
}

type ApiCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  /** True for calls that must not be sent without the user's session. */
  asUser?: boolean
  /** The place where making the answer takes longer than the usual. */
  timeoutMs?: number
}

const fileTimeoutMs = 5 * 60_000

/**
 * Calls the product API as whoever is signed in and answers the parsed body, which the caller must
 * check. Throws `ApiError`.
 */
export async function callApi(config: ClientConfig, path: string, call: ApiCall = {}): Promise<unknown> {
  const response = await request(config, path, call).catch(() => {
    throw new ApiError('unreachable', 0)
  })
  if (!response) throw signedInId() ? new ApiError('unreachable', 0) : new ApiError('unauthorized', 401)
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(codeOf(body), response.status)
  return body
}

/** Reads a body; throws for one that is not what it should be. */
type Schema<Body> = { parse: (body: unknown) => Body }

/**
 * Calls the product API and parses the body. The schema is loaded in parallel, because schemas are
 * slow to create.
 */
export async function readApi<Body>(
  config: ClientConfig,
  path: string,
  schema: Promise<Schema<Body>>,
  call?: ApiCall,
): Promise<Body> {
  const [body, { parse }] = await Promise.all([callApi(config, path, call), schema])
  return parse(body)
}

/** Downloads a generated file. Throws `ApiError`. */
export async function fetchFile(config: ClientConfig, path: string, body: unknown): Promise<Blob> {
  const response = await request(config, path, {
    method: 'POST',
    body,
    asUser: true,
    timeoutMs: fileTimeoutMs,
  }).catch(() => {
    throw new ApiError('unreachable', 0)
  })
  if (!response) throw new ApiError('unauthorized', 401)
  if (!response.ok) throw new ApiError(codeOf(await response.json().catch(() => null)), response.status)
  return response.blob()
}

/** Returns null when a user's call has no session. */
async function request(config: ClientConfig, path: string, call: ApiCall): Promise<Response | null> {
  const signal = deadlineOf(call.method, call.timeoutMs)
  const token = await beforeEnd(accessToken(config), signal)
  if (call.asUser && !token) return null
  const response = await fetch(`${config.apiUrl}${path}`, {
    method: call.method ?? 'GET',
    headers: {
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...call.headers,
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    signal,
  })
  if (response.status === 401 && token) await tokenRefused(config, token)
  return response
}

function codeOf(body: unknown): ErrorCode {
  const code = isRecord(body) ? body.code : null
  return errorCodes.find((known) => known === code) ?? 'internal'
}
