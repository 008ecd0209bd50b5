/**
 * Schemas that belong to the platform, to a service of Supabase or to an extension: what is in them is made by whoever runs the service.
 * Of their rows move those that `hosted-tables.ts` names.
 */
export const servicesSchemas: readonly string[] = `auth storage realtime extensions supabase_functions
  supabase_migrations platform graphql graphql_public vault pgsodium pgsodium_masks pgbouncer net cron pgmq pgtle
  _realtime _analytics _supavisor dbdev etl repack`.split(/\s+/)
