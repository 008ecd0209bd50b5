import type { DatabaseSession } from '../database/database.ts'
import { listSchemas, listTables, type Table } from './tables.ts'

/**
 * Schemas of the platform, of Supabase's services and of extensions. Their rows are not restored,
 * except the tables below.
 */
const serviceSchemas: readonly string[] = `auth storage realtime extensions supabase_functions
  supabase_migrations platform graphql graphql_public vault pgsodium pgsodium_masks pgbouncer net cron pgmq pgtle
  _realtime _analytics _supavisor dbdev etl repack`.split(/\s+/)

/**
 * Lists the schemas that migrations and the queue have made, in a hosted database as in one of
 * ours: they move whole.
 */
export async function listOwnSchemas(session: DatabaseSession): Promise<string[]> {
  return (await listSchemas(session)).filter((schema) => !serviceSchemas.includes(schema))
}

/** Returns whether a table or sequence is of such a schema. */
export function isOwn(name: string): boolean {
  return !serviceSchemas.some((schema) => name.startsWith(`${schema}.`))
}

type HostedTableMapping = {
  columns: readonly string[]
  /** Columns that are read by another expression. */
  read?: Readonly<Record<string, string>>
  /** The condition for the read rows. */
  rows?: string
  /** Values of columns that are not restored and must not be null. */
  filled?: Readonly<Record<string, string>>
}

const bcrypt = String.raw`^\$2[aby]\$`
const isUnreadablePassword = `coalesce(encrypted_password, '') <> '' and encrypted_password !~ '${bcrypt}'`
/** The condition for a secret that the project encrypts. */
const isUnreadableFactor = `coalesce(secret, '') like '{%'`

/**
 * The restored sign-in tables with the columns that both sides share. Sessions and codes are not
 * restored, because keys differ.
 */
export const signInTables: Readonly<Record<string, HostedTableMapping>> = {
  'auth.users': {
    columns: splitNames(`id aud role email encrypted_password phone raw_app_meta_data raw_user_meta_data
      email_confirmed_at phone_confirmed_at invited_at last_sign_in_at created_at updated_at
      confirmation_sent_at recovery_sent_at email_change_sent_at phone_change_sent_at
      reauthentication_sent_at banned_until deleted_at is_sso_user is_anonymous`),
    read: { encrypted_password: `case when encrypted_password ~ '${bcrypt}' then encrypted_password end` },
    filled: {
      instance_id: `'00000000-0000-0000-0000-000000000000'`,
      is_super_admin: 'false',
      ...{ confirmation_token: `''`, recovery_token: `''`, email_change_token_new: `''`, email_change: `''` },
      ...{ email_change_token_current: `''`, phone_change: `''`, phone_change_token: `''` },
      reauthentication_token: `''`,
    },
  },
  'auth.identities': {
    columns: splitNames(
      'id user_id provider provider_id identity_data last_sign_in_at created_at updated_at',
    ),
  },
  'auth.mfa_factors': {
    columns: splitNames(`id user_id friendly_name factor_type status secret phone created_at updated_at
      last_challenged_at web_authn_credential web_authn_aaguid`),
    rows: `not (${isUnreadableFactor})`,
  },
}

export const bucketsTable = 'storage.buckets'
export const objectsTable = 'storage.objects'

/** The restored file tables. They are read by SQL and written through the storage API. */
const fileTables: Readonly<Record<string, HostedTableMapping>> = {
  [bucketsTable]: {
    columns:
      splitNames(`id name public file_size_limit allowed_mime_types avif_autodetection owner owner_id created_at
      updated_at`),
  },
  [objectsTable]: {
    columns: splitNames(`id bucket_id name metadata user_metadata version owner owner_id created_at updated_at
      last_accessed_at`),
    // Our version is the file's id.
    read: { version: 'id' },
  },
}

const migrationLedger: Readonly<Record<string, HostedTableMapping>> = {
  'supabase_migrations.schema_migrations': { columns: splitNames('version name') },
}

const hostedTables: Readonly<Record<string, HostedTableMapping>> = {
  ...migrationLedger,
  ...signInTables,
  ...fileTables,
}

/** The tables of a hosted database that a backup of it holds. A column that it has no more is left out. */
export async function listHostedTables(
  session: DatabaseSession,
  ownSchemas: readonly string[],
): Promise<Table[]> {
  const theirs = await listTables(session, ['supabase_migrations', 'auth', 'storage'])
  const read = theirs.flatMap((table) => {
    const known = hostedTables[table.name]
    if (!known) return []
    const columns = table.columns
      .filter(({ name }) => known.columns.includes(name))
      .map((column) => ({ ...column, read: known.read?.[column.name] }))
    return [{ ...table, columns, rows: known.rows }]
  })
  return [...read, ...(await listTables(session, ownSchemas))]
}

/** Counts the passwords and factors that only the hosted service can decrypt. */
export async function countUnreadable(session: DatabaseSession): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    `select ((select count(*) from auth.users where ${isUnreadablePassword})
       + (select count(*) from auth.mfa_factors where ${isUnreadableFactor}))::int as count`,
  )
  return row?.count ?? 0
}

function splitNames(list: string): string[] {
  return list.split(/\s+/)
}
