import type { AuthContext } from '../../auth/auth-context.ts'
import { AuthError } from '../../auth/auth-errors.ts'
import { isUuid } from '../../auth/params.ts'
import { accessClaims } from '../../auth/sessions/access-claims.ts'
import { chooseClaims } from '../../auth/sessions/choose-claims.ts'
import { findUser } from '../../auth/users/user-repository.ts'
import { signToken } from '../../keys/tokens.ts'
import { badRequest, notFound, StudioError } from '../studio-error.ts'
import type { Role } from '../wire.ts'

/** For one call, with room for a slow one. */
const lifeSeconds = 60

/**
 * Signs a token that acts as a role for one call, and is handed to nobody. A user's says what signing in would say of them, by the
 * operator's hook too, as if by a password, and belongs to no session. Throws for a user that there is not.
 */
export async function mintToken(
  context: AuthContext,
  role: Role,
  userId: string | undefined,
): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const times = { issuedAt, expiresAt: issuedAt + lifeSeconds }
  const { keys, settings } = context
  if (role !== 'authenticated') return signToken(keys, { role, iat: issuedAt, exp: times.expiresAt })
  if (userId === undefined || !isUuid(userId)) throw badRequest('Choose the user to act as.')
  const user = await findUser(context.db, userId)
  if (!user) throw notFound('user')
  const amr = [{ method: 'password', timestamp: issuedAt }]
  const claims = accessClaims({
    ...{ issuer: settings.auth.jwtIssuer, user, sessionId: '', aal: 'aal1', amr },
    ...times,
  })
  const chosen = await chooseClaims(context, { user, method: 'password' }, claims).catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error
    throw new StudioError(502, 'hook_refused', `The hook for access tokens refused: ${error.message}`)
  })
  return signToken(keys, chosen)
}
