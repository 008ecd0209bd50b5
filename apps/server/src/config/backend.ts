import { z } from 'zod'
import { address, text } from './environment.ts'

const poolSize = z.coerce.number().int().min(1).max(200).default(10)
const statementSeconds = z.coerce.number().min(0.1).max(600).default(8)
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** Where data, sign-in and files live (docs/architecture.md, "Three ways to run"). */
export const backendSchema = z
  .discriminatedUnion('MODE', [
    z.object({
      MODE: z.literal('embedded'),
      DATA_DIR: text.default('./data'),
      STATEMENT_SECONDS: statementSeconds,
    }),
    z.object({
      MODE: z.literal('postgres'),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: poolSize,
      DATA_DIR: text.default('./data'),
    }),
    z.object({
      MODE: z.literal('supabase'),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: poolSize,
      SUPABASE_URL: address,
      SUPABASE_PUBLISHABLE_KEY: text,
      SUPABASE_SECRET_KEY: text,
    }),
  ])
  .transform((env): BackendSettings => {
    if (env.MODE === 'embedded') {
      return {
        mode: env.MODE,
        dataDir: `${env.DATA_DIR}/database`,
        storageDir: `${env.DATA_DIR}/storage`,
        longestStatementMs: env.STATEMENT_SECONDS * 1000,
      }
    }
    const database = { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE }
    if (env.MODE === 'postgres') {
      return { mode: env.MODE, database, storageDir: `${env.DATA_DIR}/storage` }
    }
    return {
      mode: env.MODE,
      database,
      supabaseUrl: env.SUPABASE_URL,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
    }
  })

type PostgresAddress = { url: string; poolSize: number }

export type BackendSettings =
  | { mode: 'embedded'; dataDir: string; storageDir: string; longestStatementMs: number }
  | { mode: 'postgres'; database: PostgresAddress; storageDir: string }
  | {
      mode: 'supabase'
      database: PostgresAddress
      supabaseUrl: string
      publishableKey: string
      secretKey: string
    }
