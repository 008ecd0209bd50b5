import type { Owner } from '@app/contracts/client-config'
import type { z } from 'zod'
import { alarmsSchema } from './alarms.ts'
import { analyticsSchema } from './analytics.ts'
import { backendSchema } from './backend.ts'
import { backupsSchema } from './backups.ts'
import { dailyMessagingSchema } from './daily-messaging.ts'
import type { Environment } from './environment.ts'
import { generalSchema } from './general.ts'
import { httpSchema } from './http.ts'
import { limitsSchema } from './limits.ts'
import { mailSchema } from './mail.ts'
import { ownerSchema, ownerVariables } from './owner.ts'
import { panelSchema, sandboxPanel } from './panel.ts'
import { passwordsSchema } from './passwords.ts'
import { paymentsSchema } from './payments.ts'
import { sessionsSchema } from './sessions.ts'
import { storageSchema } from './storage.ts'
import { weeklyMailSchema } from './weekly-mail.ts'
import { whatsappSchema } from './whatsapp.ts'

/** The parsed parts of the settings; null for an invalid part, whose problems are in `problems`. */
export type ReadParts = ReturnType<typeof readParts>

/** The parts where nothing is wrong with any. */
export type Parts = { [Name in keyof ReadParts]: NonNullable<ReadParts[Name]> }

/**
 * Reads the parts of the settings one by one. A service that is not named is the one whose
 * variables are there, or the sandbox's; requisites that a sandbox does not have are the sample's.
 */
export function readParts(
  env: Environment,
  { production, sampleOwner }: { production: boolean; sampleOwner: Owner },
  problems: string[],
) {
  const read = <T>(schema: z.ZodType<T>, values: Environment) => collect(schema, values, problems)
  const general = read(generalSchema, env)
  const http = read(httpSchema, env)
  const MODE = env.MODE ?? (env.DATABASE_URL ? 'postgres' : 'embedded')
  const backend = read(backendSchema, { ...env, MODE })
  const SITE_URL = http?.siteUrl ?? 'http://localhost'
  const backups = env.BACKUP_S3_BUCKET ? 's3' : env.BACKUP_DIR ? 'folder' : 'off'
  const telegram = env.TELEGRAM_BOT_TOKEN ? 'bot' : production ? 'off' : 'sandbox'
  const isOwnSandbox = !production && backend?.mode !== 'supabase'
  return {
    ...{ general, http, backend },
    storage: read(storageSchema, { STORAGE: env.STORAGE_S3_BUCKET ? 's3' : 'folder', ...env }),
    backups: read(backupsSchema, { BACKUP: backups, ...env }),
    mail: read(mailSchema, { MAIL: 'sandbox', ...env }),
    payments: read(paymentsSchema, { PAYMENTS: 'sandbox', ...env, SITE_URL }),
    whatsapp: read(whatsappSchema, { WHATSAPP: 'sandbox', ...env }),
    dailyMessaging: read(dailyMessagingSchema, env),
    weeklyMail: read(weeklyMailSchema, env),
    analytics: read(analyticsSchema, { ANALYTICS: env.POSTHOG_KEY ? 'posthog' : 'off', ...env, SITE_URL }),
    alarms: read(alarmsSchema, { TELEGRAM: telegram, ...env, SITE_URL }),
    limits: read(limitsSchema, env),
    sessions: read(sessionsSchema, env),
    passwords: read(passwordsSchema, env),
    owner: read(ownerSchema, production ? env : { ...ownerVariables(sampleOwner), ...env }),
    panel: read(panelSchema, isOwnSandbox ? { ...sandboxPanel, ...env } : env),
  }
}

/** Returns true when every part could be read. */
export function areWhole(parts: ReadParts): parts is Parts {
  return Object.values(parts).every((part) => part !== null)
}

function collect<T>(schema: z.ZodType<T>, values: Environment, problems: string[]): T | null {
  const reading = schema.safeParse(values)
  if (reading.success) return reading.data
  for (const issue of reading.error.issues) {
    const name = issue.path.join('.')
    const missing = issue.code === 'invalid_type' && values[name] === undefined
    problems.push(`${name}: ${missing ? 'is required' : issue.message}`)
  }
  return null
}
