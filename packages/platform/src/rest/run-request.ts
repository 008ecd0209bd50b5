import type { FastifyRequest } from 'fastify'
import { actAs, type DatabaseIdentity } from '../database/act-as.ts'
import type { Hints } from '../database/hints.ts'
import type { Trx } from '../database/trx.ts'
import { identify } from '../http/identify.ts'
import { isPostgresError } from '../http/postgres-error.ts'
import type { Preferences } from './request/preferences.ts'
import { queryTooComplex } from './request/query-budget.ts'
import type { RestRequest } from './request/rest-request.ts'
import type { RestContext } from './rest-context.ts'
import { badToken, RestError, tokenExpired, toRestError } from './rest-errors.ts'
import { endStep } from './server-timing.ts'
import { toAnswerTooLong } from './statements/bound-bytes.ts'

/** The default of hosted Supabase. */
const statementTimeout = '8s'

/**
 * Runs `work` in one transaction with the caller's role and claims; reads cannot write. What
 * `check` refuses is undone, as is everything that the request wants to see without keeping.
 */
export async function actAsCaller<Result>(
  { db, keys, settings }: Pick<RestContext, 'db' | 'keys' | 'settings'>,
  request: FastifyRequest,
  {
    schema,
    undone,
    preferences,
  }: Pick<RestRequest, 'schema' | 'undone'> & {
    preferences: Pick<Preferences, 'timezone'> | null
  },
  work: (trx: Trx, ofLast: Hints) => Promise<Result>,
  check: ((result: Result) => void) | null = null,
): Promise<Result> {
  const identity = await callerOf({ keys }, request)
  endStep(request, 'jwt')
  try {
    return await actAs(db, identity, work, {
      check,
      ending: undone ? 'rollback' : 'commit',
      readOnly: request.method === 'GET' || request.method === 'HEAD',
      settings: {
        statement_timeout: statementTimeout,
        search_path: [schema, ...settings.rest.extraSearchPath].map(quoteName).join(', '),
        ...settingsOf(request),
        ...(preferences?.timezone ? { timezone: preferences.timezone } : {}),
      },
    })
  } catch (error) {
    throw (
      toAnswerTooLong(error) ??
      toStackDepthError(error) ??
      toRestError(error, identity.role === 'anon') ??
      error
    )
  } finally {
    endStep(request, 'transaction')
  }
}

/** Returns the caller's identity. Throws for an invalid credential. */
export async function callerOf(
  { keys }: Pick<RestContext, 'keys'>,
  request: FastifyRequest,
): Promise<DatabaseIdentity> {
  const identified = await identify(keys, request)
  switch (identified.outcome) {
    case 'identified':
      return identified.identity
    case 'unknown_key':
      throw new RestError(401, 'PGRST301', 'Invalid API key', {
        hint: 'Double check your Supabase `anon` or `service_role` API key.',
      })
    case 'expired':
      throw tokenExpired()
    case 'invalid':
      throw badToken(`JWT could not be verified (${identified.reason})`)
    case 'unknown_role':
      throw badToken(`role "${identified.role.slice(0, 63)}" does not exist`)
  }
}

/**
 * Returns the refusal of a search that negates more often in a row than PostgreSQL reads (`!!!…`,
 * `---…`), which it calls an error of its own; null for any other error.
 */
function toStackDepthError(error: unknown): RestError | null {
  const isTooDeep = isPostgresError(error) && error.message === 'tsquery stack too small'
  return isTooDeep ? queryTooComplex('A search may not negate so often in a row') : null
}

/**
 * Returns the settings that functions and policies may read of a request, by the names that
 * PostgREST gives them.
 */
function settingsOf({ method, url, headers, server }: FastifyRequest): Record<string, string> {
  const { cookie } = headers
  const [path = ''] = url.split('?', 1)
  return {
    'request.method': method,
    // Without the prefix, like behind Supabase's proxy.
    'request.path': path.startsWith(server.prefix) ? path.slice(server.prefix.length) || '/' : path,
    'request.headers': JSON.stringify(headers),
    'request.cookies': cookie === undefined ? '{}' : JSON.stringify(cookiesOf(cookie)),
  }
}

function cookiesOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(';').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
    }),
  )
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
