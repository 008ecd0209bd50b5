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
 * Returns the product's settings of our own platform, wherever it keeps its data and whoever
 * carries its mails. `db` is asked when it is needed: it is the platform's own.
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
    // No page matches patterns, and PostgreSQL can be kept busy with few letters of them.
    rest: { maxRows: restMaxRows, describeTo: ['admin'], regularExpressions: 'none' },
    renderMail: (kind, facts) => renderMail(kind, { ...facts, owner: settings.owner }),
  } satisfies Partial<PlatformSettings>
}

/** Pages of the site may call; one for this machine alone is opened by several names of it, and by several ports. */
function createOriginCheck(siteUrl: string): (origin: string) => boolean {
  const own = new URL(siteUrl).origin
  return isLocalAddress(siteUrl) ? isLocalAddress : (origin) => origin === own
}
