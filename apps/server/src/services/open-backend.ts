import { databaseLimits } from '@app/platform/limits/database-limits'
import { openPlatform, type Platform } from '@app/platform/platform'
import { sql } from 'kysely'
import type { Services } from '../app.ts'
import type { Settings } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import { makePrivateFolders } from './make-private-folders.ts'
import { openPostgres } from './open-postgres.ts'
import { platformSettings } from './platform-settings.ts'
import type { ProductTables } from './tables.ts'

export type Backend = Omit<Services, 'mailbox' | 'jobs' | 'mailer'> & {
  /** Changes while a database in this process lives; null for one elsewhere. */
  signsOfLife: (() => number) | null
  close: () => Promise<void>
}

/** Opens the database and what answers sign-in, data and files: our own platform, or a hosted one. */
export async function openBackend(settings: Settings, mailer: Mailer): Promise<Backend> {
  const { backend } = settings
  if (backend.mode === 'supabase') return openHosted(backend)

  await makePrivateFolders([backend.dataDir, backend.storageDir])
  const platform: Platform<ProductTables> = await openPlatform<ProductTables>({
    ...platformSettings(settings, () => platform.db),
    database:
      backend.mode === 'embedded'
        ? { kind: 'pglite', dataDir: backend.databaseDir, longestStatementMs: backend.longestStatementMs }
        : { kind: 'postgres', ...backend.database },
    keyFile: backend.keyFile,
    storage: { folder: backend.storageDir, ...(settings.storage.s3 ? { s3: settings.storage.s3 } : {}) },
    sendMail: mailer.send,
  })
  return {
    db: platform.db,
    ping: platform.ping,
    signsOfLife: platform.signsOfLife,
    platform: platform.plugin,
    openLimiter: platform.openLimiter,
    supabase: {
      url: settings.http.siteUrl,
      publishableKey: platform.keys.publishable,
      secretKey: platform.keys.secret,
    },
    close: platform.close,
  }
}

function openHosted(backend: Extract<Settings['backend'], { mode: 'supabase' }>): Backend {
  const db = openPostgres(backend.database)
  return {
    db,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    platform: null,
    signsOfLife: null,
    openLimiter: databaseLimits(db),
    supabase: {
      url: backend.supabaseUrl,
      publishableKey: backend.publishableKey,
      secretKey: backend.secretKey,
    },
    close: () => db.destroy(),
  }
}
