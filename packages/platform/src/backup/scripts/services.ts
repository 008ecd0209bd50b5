/** Roles that Supabase makes in every project. A pattern each. */
export const reservedRoles: readonly string[] =
  names(String.raw`anon authenticated authenticator service_role postgres
  dashboard_user pgbouncer current_user session_user pg_database_owner supabase_\w+ pgsodium_\w+ pgtle_admin cli_login_\w+`)

export function isReserved(role: string): boolean {
  return new RegExp(`^(?:${reservedRoles.join('|')})$`).test(role.replaceAll('"', ''))
}

/** Schemas of services that few projects have: a project may well have one of its own by such a name. */
export const freeSchemas: readonly string[] = names('cron dbdev etl net platform repack')

/** Tables that the services make, a pattern for each schema. What is not among them is the project's own. */
const tables: Readonly<Record<string, RegExp>> = {
  auth: /^(?:users|identities|sessions|refresh_tokens|instances|audit_log_entries|schema_migrations|flow_state|one_time_tokens|(?:mfa|sso|saml|oauth|webauthn)_\w+|custom_oauth_providers)$/,
  storage:
    /^(?:buckets|objects|migrations|prefixes|s3_multipart_uploads(?:_parts)?|buckets_\w+|vector_indexes|iceberg_\w+)$/,
  realtime: /^(?:messages(?:_\d+)*|schema_migrations|subscription)$/,
  supabase_functions: /^(?:hooks|migrations)$/,
  supabase_migrations: /^(?:schema_migrations|seed_files)$/,
  vault: /^secrets$/,
  cron: /^(?:job|job_run_details)$/,
  net: /^(?:http_request_queue|_http_response)$/,
  etl: /^(?:replication_state|table_schemas|table_columns|table_mappings)$/,
  ...{ _realtime: /./, _analytics: /./, _supavisor: /./, pgbouncer: /./, pgsodium: /./ },
}

/** Whether a service makes this itself. Its sequences and types are told by nothing but the schema. */
export function isOfService(kind: string, schema: string, made: string): boolean {
  if (kind === 'function') return schema === 'auth' && /^(?:uid|role|email|jwt)$/.test(made)
  if (kind === 'table') return tables[schema]?.test(made) ?? false
  return kind === 'sequence' && !freeSchemas.includes(schema)
}

/** Extensions without which tables and rows are what they were, and what is missing without them. */
const harmless: Readonly<Record<string, string>> = {
  ...{ pg_net: 'the database calls no addresses here', http: 'the database calls no addresses here' },
  pg_cron: 'the database runs no jobs here',
  pg_graphql: 'there is no GraphQL here',
  ...{ pgsodium: 'the database encrypts nothing here', supabase_vault: 'the database keeps no secrets here' },
  pgjwt: 'the database signs no tokens here',
  ...{
    pg_stat_statements: 'statements are not counted here',
    pg_stat_monitor: 'statements are not counted here',
  },
  ...{ hypopg: 'for advice on indexes only', index_advisor: 'for advice on indexes only' },
  ...{ pgaudit: 'statements are not logged here', plpgsql_check: 'for checks of functions only' },
  pg_tle: 'extensions are those of the server',
  // Every project has these two, whether it uses them or not.
  ...{ pgcrypto: 'this server has no contrib modules', 'uuid-ossp': 'this server has no contrib modules' },
}

/** Why an extension that cannot be had may be left out; null for one without which what was loaded would be something else. */
export function missingBecause(extension: string): string | null {
  return harmless[extension] ?? null
}

/** What a command to psql is for, as far as loading is concerned. */
export function judgeCommand(text: string): 'pass' | 'here' | 'elsewhere' | 'refuse' {
  const [command = '', place] = text.split(/\s+/)
  if (/^\\(un)?restrict$|^\\(echo|set|unset|pset|timing|encoding|qecho|warn)$/.test(command)) return 'pass'
  if (command !== '\\connect' && command !== '\\c') return 'refuse'
  // pg_dumpall goes through every database; of a project only one has data.
  if (place === 'template1' || place === '_supabase') return 'elsewhere'
  return /^(-reuse-previous=on|postgres|"?dbname='postgres'"?)$/.test(place ?? '') ? 'here' : 'refuse'
}

function names(list: string): string[] {
  return list.split(/\s+/)
}
