import type { AuthContext } from '../auth-context.ts'
import { checkClaims } from '../hooks/check-claims.ts'
import { runHook } from '../hooks/run-hook.ts'
import type { User } from '../users/user-body.ts'
import type { accessClaims } from './access-claims.ts'

/** The claims as the operator's hook wants them, if there is one. `method` is how the user was proven. Throws what the hook refuses. */
export async function chooseClaims(
  context: AuthContext,
  { user, method }: { user: User; method: string },
  claims: ReturnType<typeof accessClaims>,
): Promise<Record<string, unknown>> {
  const { hooks, adminRoles } = context.settings.auth
  const hook = hooks.customAccessToken
  if (!hook) return claims
  const output = await runHook(context, {
    name: 'customize-access-token',
    hook,
    input: { user_id: user.id, claims, authentication_method: method },
  })
  return checkClaims(output, { role: user.role, adminRoles })
}
