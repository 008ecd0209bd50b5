import type { PlatformSettings } from '@app/platform/platform'
import { defaultMfa } from '@app/platform/resolve-settings'
import type { Kysely } from 'kysely'
import { recordWrongPassword } from '../audit/record-audit.ts'
import type { Tables } from './tables.ts'

/** What our own sign-in service has to do about administrators: they keep a second factor, and wrong passwords are audited. */
export function administratorAuth(db: () => Kysely<Tables>): NonNullable<PlatformSettings['auth']> {
  return {
    mfa: { ...defaultMfa, requiredOfAppRoles: ['admin'] },
    onWrongPassword: (userId) => recordWrongPassword(db(), userId),
  }
}
