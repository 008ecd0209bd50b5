import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { RestContext } from '../rest-context.ts'
import { schemaHiddenError } from '../rest-errors.ts'
import { callerOf } from '../run-request.ts'

/** Requires the secret key, or a user with access and a second factor in this session. */
export async function requireDescriber(context: RestContext, request: FastifyRequest): Promise<void> {
  const { role, claims } = await callerOf(context, request)
  if (role === 'service_role') return
  const hasShownTwo = claims.aal === 'aal2'
  if (role === 'anon' || !hasShownTwo || !(await isGrantedByFunction(context, claims.sub)))
    throw schemaHiddenError(role === 'anon')
}

/**
 * Returns true when errors may reveal other names: always, unless the product restricts the
 * description.
 */
export async function maySeeSchemaNames(context: RestContext, request: FastifyRequest): Promise<boolean> {
  if (context.settings.rest.describeTo.length === 0) return true
  try {
    await requireDescriber(context, request)
    return true
  } catch {
    return false
  }
}

/** Read each time, because a revoked role must not survive in a token. */
async function isGrantedByFunction({ db, settings }: RestContext, userId: unknown): Promise<boolean> {
  const { rows } = await sql<{ role: string | null }>`
    select raw_app_meta_data ->> 'role' as role from auth.users
    where id = ${String(userId)} and deleted_at is null`.execute(db)
  const role = rows[0]?.role ?? null
  return role !== null && settings.rest.describeTo.includes(role)
}
