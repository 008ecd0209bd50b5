import { Client } from 'pg'

/** GoTrue's columns, by its migrations; of these tables the project's own role reaches no other. */
const goTrue: Readonly<Record<string, string>> = {
  users: `instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token,
    confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change, email_change_sent_at,
    last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone,
    phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, confirmed_at, email_change_token_current,
    email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at,
    is_anonymous`,
  identities: `provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email, id`,
  mfa_factors: `id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at,
    web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data`,
}

/**
 * Makes of a database of ours, whose migrations have run, what hosted Supabase gives to a project: sign-in and files belong
 * to their services and have columns, tables and rules that we have not; the project's role is no superuser, owns its own
 * tables and has granted what its `postgres` has (supabase/postgres, migrations/db; supabase/auth, migrations). What stands
 * in for the services goes on as the server's administrator. Answers with the role's address; `drop` takes the role away.
 */
export async function makeHosted(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const role = `hosted_${crypto.randomUUID().replaceAll('-', '')}`
  await run(url, [
    `create role ${role} login createrole createdb bypassrls password 'password'`,
    `grant anon, authenticated, service_role to ${role}`,
    `do $$ begin execute format('grant all on database %I to ${role}', current_database()); end $$`,
    'drop schema if exists pgboss cascade',
    `alter table supabase_migrations.schema_migrations add column created_by text, add column idempotency_key text`,
    ownAll(role, `'public', 'supabase_migrations'`),
    ownAll('supabase_auth_admin', `'auth'`),
    ownAll('supabase_storage_admin', `'storage'`),
    `alter schema supabase_migrations owner to ${role}; alter schema auth owner to supabase_auth_admin;
     alter schema storage owner to supabase_storage_admin`,
    `grant all on schema public to ${role}; grant usage on schema auth, storage, extensions to ${role}`,
    `create table auth.audit_log_entries (instance_id uuid, id uuid primary key, payload json,
       created_at timestamptz, ip_address varchar(64) not null default '')`,
    `create table auth.instances (id uuid primary key, uuid uuid, raw_base_config text)`,
    `alter table auth.mfa_factors add column last_webauthn_challenge_data jsonb`,
    `create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
       where trim(friendly_name) <> ''`,
    // Go reads these into strings, and the instance is part of every search.
    `alter table auth.users add constraint as_gotrue_reads check (num_nulls(confirmation_token, recovery_token,
       email_change_token_new, email_change_token_current, email_change, phone_change, phone_change_token,
       reauthentication_token, is_super_admin, aud, role) = 0 and instance_id = '00000000-0000-0000-0000-000000000000')`,
    `alter table storage.objects add column level integer`,
    `grant all on all tables in schema auth, storage to ${role}`,
    ...Object.entries(goTrue).flatMap(([table, columns]) => [
      `revoke all on auth.${table} from ${role}`,
      `grant select (${columns}), insert (${columns}), update (${columns}), references (${columns})
         on auth.${table} to ${role}`,
      `grant delete, trigger, truncate on auth.${table} to ${role}`,
    ]),
  ])
  const address = new URL(url)
  address.username = role
  address.password = 'password'
  return {
    url: String(address),
    drop: () => run(String(new URL('/postgres', url)), [`drop role if exists ${role}`]),
  }
}

/**
 * Gives everything in some schemas to a role. What of ours in the services' schemas runs with its owner's rights stays whose it
 * is: hosted Supabase has no such function, and one belongs to whoever owns the tables that it is for, or it reaches none.
 */
function ownAll(role: string, schemas: string): string {
  return `do $$ declare each record; begin
    for each in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${schemas}) and c.relkind in ('r', 'p', 'v') loop
      execute format('alter table %s owner to ${role}', each.name);
    end loop;
    for each in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${schemas}) and c.relkind = 'S' and not exists (
        select from pg_depend where objid = c.oid and deptype in ('a', 'i')) loop
      execute format('alter sequence %s owner to ${role}', each.name);
    end loop;
    for each in select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in (${schemas}) and not (p.prosecdef and n.nspname in ('auth', 'storage')) loop
      execute format('alter function %s owner to ${role}', each.name);
    end loop;
  end $$`
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
