import { z } from 'zod'
import { address, flag, text } from './environment.ts'

const passphrase = z.string().min(16, 'must have 16 characters or more')
const keep = z
  .string()
  .regex(/^\d{1,3}\/\d{1,3}\/\d{1,3}$/, 'must be written as <days>/<weeks>/<months>, such as 7/4/0')
  .default('7/4/0')

const always = { COPY_BEFORE_UPDATE: flag.default(true) }

/** Settings of nightly backups. */
export const backupsSchema = z
  .discriminatedUnion('BACKUP', [
    z.object({ ...always, BACKUP: z.literal('off'), BACKUP_PASSPHRASE: passphrase.optional() }),
    z.object({
      ...always,
      BACKUP: z.literal('folder'),
      BACKUP_DIR: text,
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_KEEP: keep,
    }),
    z.object({
      ...always,
      BACKUP: z.literal('s3'),
      BACKUP_S3_ENDPOINT: address,
      BACKUP_S3_BUCKET: text,
      BACKUP_S3_REGION: text.default('us-east-1'),
      BACKUP_S3_ACCESS_KEY_ID: text,
      BACKUP_S3_SECRET_ACCESS_KEY: text,
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_KEEP: keep,
    }),
  ])
  .transform((env): BackupSettings => {
    const beforeUpdate = env.COPY_BEFORE_UPDATE
    if (env.BACKUP === 'off')
      return { passphrase: env.BACKUP_PASSPHRASE ?? null, nightly: null, beforeUpdate }
    const [daily = 0, weekly = 0, monthly = 0] = env.BACKUP_KEEP.split('/').map(Number)
    const place =
      env.BACKUP === 'folder'
        ? ({ kind: 'folder', folder: env.BACKUP_DIR } as const)
        : ({
            kind: 's3',
            s3: {
              endpoint: env.BACKUP_S3_ENDPOINT,
              bucket: env.BACKUP_S3_BUCKET,
              region: env.BACKUP_S3_REGION,
              accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID,
              secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY,
            },
          } as const)
    const nightly = { place, keep: { daily, weekly, monthly } }
    return { passphrase: env.BACKUP_PASSPHRASE, nightly, beforeUpdate }
  })

export type BackupPlaceSettings =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; s3: Record<'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey', string> }

export type BackupSettings = {
  /** Seals backups; null is asked for at the terminal. */
  passphrase: string | null
  /** Null for no nightly backups. */
  nightly: {
    place: BackupPlaceSettings
    keep: { daily: number; weekly: number; monthly: number }
  } | null
  /** True when an update makes a copy first. */
  beforeUpdate: boolean
}
