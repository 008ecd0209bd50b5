import { metadataRoles } from '@app/domain/auth/roles'
import type { PlatformSettings } from '@app/platform'
import { defaultMfa } from '@app/platform/resolve-settings'
import type { Kysely } from 'kysely'
import { recordWrongPassword } from '../audit/record-audit.ts'
import type { Tables } from '../services/tables.ts'

/**
 * As long as a sign-in counts as fresh for an action (`admission.ts`). Showing a factor renews that, so adding one, or
 * taking one away, must need no less: a session left open somewhere could otherwise prove itself by a factor it makes up.
 */
const enrollWithinSeconds = 10 * 60

/**
 * Returns the sign-in settings for staff: they keep a second factor, add one just after they signed
 * in, and wrong passwords are audited.
 */
export function staffAuth(db: () => Kysely<Tables>): NonNullable<PlatformSettings['auth']> {
  return {
    mfa: { ...defaultMfa, requiredOfAppRoles: Object.values(metadataRoles), enrollWithinSeconds },
    onWrongPassword: (userId) => recordWrongPassword(db(), userId),
  }
}
