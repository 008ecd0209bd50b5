import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { isObject } from '../../http/json.ts'
import type { HookSettings } from '../../settings.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, unexpectedFailure } from '../auth-errors.ts'
import { callDatabase } from './call-database.ts'
import { callWebhook } from './call-webhook.ts'

/** By the names GoTrue gives them in what it sends. */
type HookName =
  | 'customize-access-token'
  | 'send-email'
  | 'send-sms'
  | 'mfa-verification'
  | 'password-verification'
  | 'before-user-created'

export type HookCall = {
  name: HookName
  hook: HookSettings
  input: Readonly<Record<string, unknown>>
  ip?: string
  log?: FastifyBaseLogger
}

/**
 * Asks a hook of the operator's, a function of the database or an address, and answers with what it says. Throws its
 * refusal in its own words, or, when it does not work, an error that tells nothing of why. Never within a transaction: it
 * would keep the connection for as long as somebody else takes.
 */
export async function runHook(
  { db }: Pick<AuthContext, 'db'>,
  { name, hook, input, ip, log }: HookCall,
): Promise<Record<string, unknown>> {
  const metadata = {
    uuid: randomUUID(),
    time: new Date().toISOString(),
    name,
    ...(ip ? { ip_address: ip } : {}),
  }
  const payload = JSON.stringify({ metadata, ...input })
  const output = await call(db, hook, payload).catch((error: unknown) => {
    if (error instanceof AuthError) throw error
    // What a function or a server says may repeat what it was told of a person.
    log?.error({ hook: name, reason: reasonOf(error) }, 'hook failed')
    throw new AuthError(500, 'unexpected_failure', `Error running hook URI: ${shown(hook.uri)}`)
  })
  throwRefusal(output)
  return isObject(output) ? output : {}
}

/** An address without what may be secret in it. */
function shown(uri: string): string {
  const url = URL.parse(uri)
  return url ? `${url.protocol}//${url.host}${url.pathname}` : ''
}

function call(db: AuthContext['db'], hook: HookSettings, payload: string): Promise<unknown> {
  return hook.uri.startsWith('pg-functions:')
    ? callDatabase(db, hook.uri, payload)
    : callWebhook(hook, payload)
}

/** A hook refuses by `{ error: { http_code, message } }`; without a message it refuses nothing, as in GoTrue. */
function throwRefusal(output: unknown): void {
  const error = isObject(output) && isObject(output.error) ? output.error : null
  if (!error || typeof error.message !== 'string' || error.message === '') return
  const status = Number(error.http_code)
  const isStatus = Number.isInteger(status) && status >= 400 && status < 600
  const { errorCode } = unexpectedFailure()
  throw isStatus && status !== 500
    ? new AuthError(status, 'unknown', error.message)
    : new AuthError(500, errorCode, error.message)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
