import { metadataRoles } from '@app/domain/auth/roles'
import type { PlatformSettings } from '@app/platform'
import { defaultMfa } from '@app/platform/resolve-settings'
import type { Kysely } from 'kysely'
import { recordWrongPassword } from '../audit/record-audit.ts'
import type { Tables } from '../services/tables.ts'

/**
 * The same time as a fresh sign-in (`admission.ts`). Adding or removing a factor requires it,
 * because an unattended session could otherwise add its own factor.
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
