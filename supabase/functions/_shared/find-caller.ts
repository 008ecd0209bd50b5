import { failureOf } from './away.ts'
import type { Project } from './project.ts'

export type Caller =
  | { outcome: 'signed_in'; userId: string; proof: Proof }
  /** The token was good, but its account is there no more. */
  | { outcome: 'deleted' }
  | { outcome: 'refused' }

/** How well and when a session has proven its user. */
type Proof = 'fresh' | 'old' | 'lacks_second_factor'

/** As long as for what the staff do (`packages/domain/src/auth/admission.ts`, out of a function's reach; a test holds the two equal). */
export const freshForMs = 10 * 60 * 1000

/** Asks auth whose token a request bears, so that a session that has ended counts no more. */
export async function findCaller({ url, publishableKey }: Project, request: Request): Promise<Caller> {
  const authorization = request.headers.get('authorization') ?? ''
  const response = await fetch(`${url}/auth/v1/user`, { headers: { apikey: publishableKey, authorization } })
  if (response.status >= 500) throw failureOf('auth', response)
  const body = (await response.json()) as {
    id?: unknown
    code?: unknown
    error_code?: unknown
    factors?: { status: string }[] | null
  }
  if (response.ok && typeof body.id === 'string') {
    const hasFactor = body.factors?.some(({ status }) => status === 'verified') ?? false
    return { outcome: 'signed_in', userId: body.id, proof: readProof(authorization, hasFactor) }
  }
  return { outcome: (body.error_code ?? body.code) === 'user_not_found' ? 'deleted' : 'refused' }
}

/** Reads what a token that auth has just accepted says of its session. */
function readProof(authorization: string, hasFactor: boolean): Proof {
  const payload = (authorization.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const claims = JSON.parse(atob(payload)) as { aal?: unknown; amr?: { timestamp?: unknown }[] }
  if (hasFactor && claims.aal !== 'aal2') return 'lacks_second_factor'
  const provenAt = Math.max(0, ...(claims.amr ?? []).map(({ timestamp }) => Number(timestamp) || 0))
  return Date.now() - provenAt * 1000 < freshForMs ? 'fresh' : 'old'
}
