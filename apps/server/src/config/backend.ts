import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { address, text } from './environment.ts'

const poolSize = z.coerce.number().int().min(1).max(200).default(10)
const statementSeconds = z.coerce.number().min(0.1).max(600).default(8)
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** Settings of the data, the sign-in and the files (docs/architecture.md, "Three ways to run"). */
export const backendSchema = z
  .discriminatedUnion('MODE', [
    z.object({
      MODE: z.literal('embedded'),
      DATA_DIR: text.default('./data'),
      STATEMENT_SECONDS: statementSeconds,
      KEYS_FILE: text.optional(),
    }),
    z.object({
      MODE: z.literal('postgres'),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: poolSize,
      STATEMENT_SECONDS: statementSeconds,
      DATA_DIR: text.default('./data'),
      KEYS_FILE: text.optional(),
    }),
    z.object({
      MODE: z.literal('supabase'),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: poolSize,
      STATEMENT_SECONDS: statementSeconds,
      SUPABASE_URL: address,
      SUPABASE_PUBLISHABLE_KEY: text,
      SUPABASE_SECRET_KEY: text,
    }),
  ])
  .superRefine((env, context) => {
    if (env.MODE === 'supabase' || !env.KEYS_FILE || !isInside(env.DATA_DIR, env.KEYS_FILE)) return
    context.addIssue({
      code: 'custom',
      path: ['KEYS_FILE'],
      message: 'must lie outside of DATA_DIR, or whoever takes a copy of the data has the keys, too',
    })
  })
  .transform((env): BackendSettings => {
    if (env.MODE !== 'supabase') {
      const folders = {
        dataDir: env.DATA_DIR,
        storageDir: join(env.DATA_DIR, 'storage'),
        // Beside the data folder, so that a copy of the folder has no keys.
        keyFile: env.KEYS_FILE ?? `${env.DATA_DIR.replace(/\/+$/, '')}.keys`,
      }
      if (env.MODE === 'embedded') {
        return {
          mode: env.MODE,
          databaseDir: join(env.DATA_DIR, 'database'),
          statementTimeoutMs: env.STATEMENT_SECONDS * 1000,
          ...folders,
        }
      }
      return { mode: env.MODE, database: addressOf(env), ...folders }
    }
    return {
      mode: env.MODE,
      database: addressOf(env),
      supabaseUrl: env.SUPABASE_URL,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
    }
  })

function addressOf(env: {
  DATABASE_URL: string
  DATABASE_POOL_SIZE: number
  STATEMENT_SECONDS: number
}): PostgresAddress {
  return {
    url: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    statementTimeoutMs: env.STATEMENT_SECONDS * 1000,
  }
}

function isInside(folder: string, file: string): boolean {
  const way = relative(resolve(folder), resolve(file))
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

export type PostgresAddress = { url: string; poolSize: number; statementTimeoutMs: number }

/** The platform's folders on this machine. `keyFile` unseals the secrets in the database. */
type OwnFolders = { dataDir: string; storageDir: string; keyFile: string }

export type BackendSettings =
  | ({ mode: 'embedded'; databaseDir: string; statementTimeoutMs: number } & OwnFolders)
  | ({ mode: 'postgres'; database: PostgresAddress } & OwnFolders)
  | {
      mode: 'supabase'
      database: PostgresAddress
      supabaseUrl: string
      publishableKey: string
      secretKey: string
    }
