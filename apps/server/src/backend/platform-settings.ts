import { join } from 'node:path'
import { renderMail } from '@app/content/ru/mail/render-mail'
import type { PlatformSettings } from '@app/platform'
import type { Kysely } from 'kysely'
import { isLocalAddress } from '../config/local-address.ts'
import type { Settings } from '../config.ts'
import type { Tables } from '../services/tables.ts'
import { authLimits, authSettings } from './auth-settings.ts'
import { staffAuth } from './staff-auth.ts'

const supabaseDir = join(import.meta.dirname, '../../../../supabase')

/**
 * Builds the settings of the platform. `db` is a function, because the platform opens the database
 * itself.
 */
export function platformSettings(settings: Settings, db: () => Kysely<Tables>) {
  const { rest, storage, functions, restMaxRows } = settings.limits
  const { siteUrl } = settings.http
  return {
    migrationsDir: join(supabaseDir, 'migrations'),
    functionsDir: join(supabaseDir, 'functions'),
    externalUrl: siteUrl,
    siteUrl,
    isAllowedOrigin: createOriginCheck(siteUrl),
    auth: { ...authSettings(settings), ...staffAuth(db) },
    rateLimits: authLimits(settings),
    serviceLimits: { rest, storage, functions },
    // No page uses regular expressions, and short ones can keep PostgreSQL busy.
    rest: { maxRows: restMaxRows, describeTo: ['admin'], regularExpressions: 'none' },
    renderMail: (kind, facts) => renderMail(kind, { ...facts, owner: settings.owner }),
  } satisfies Partial<PlatformSettings>
}

/** Pages of the site may call; one for this machine alone is opened by several names of it, and by several ports. */
function createOriginCheck(siteUrl: string): (origin: string) => boolean {
  const own = new URL(siteUrl).origin
  return isLocalAddress(siteUrl) ? isLocalAddress : (origin) => origin === own
}
