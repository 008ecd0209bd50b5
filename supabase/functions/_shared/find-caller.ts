import type { Project } from './project.ts'

export type Caller =
  | { outcome: 'signed_in'; userId: string }
  /** The token was good, but its account is there no more. */
  | { outcome: 'deleted' }
  | { outcome: 'refused' }

/** Asks auth whose token a request bears, so that a session that has ended counts no more. */
export async function findCaller({ url, publishableKey }: Project, request: Request): Promise<Caller> {
  const response = await fetch(`${url}/auth/v1/user`, {
    headers: { apikey: publishableKey, authorization: request.headers.get('authorization') ?? '' },
  })
  const body = (await response.json()) as { id?: unknown; code?: unknown; error_code?: unknown }
  if (response.ok && typeof body.id === 'string') return { outcome: 'signed_in', userId: body.id }
  if (response.status >= 500) throw new Error(`auth answered ${response.status}`)
  return { outcome: (body.error_code ?? body.code) === 'user_not_found' ? 'deleted' : 'refused' }
}
