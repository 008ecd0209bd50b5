-- Roles live in the cluster, not in the database: another database of the same cluster may have made them,
-- or may be making them at this moment.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit'),
      ('supabase_admin', 'nologin noinherit'),
      ('supabase_auth_admin', 'nologin noinherit'),
      ('supabase_storage_admin', 'nologin noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;

  if not (select rolsuper from pg_roles where rolname = current_user) then
    for wanted in select unnest(array['anon', 'authenticated', 'service_role']) as name loop
      -- Before PostgreSQL 16 whoever is a member may act as the role.
      if not pg_has_role(
        current_user, wanted.name,
        case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end
      ) then
        execute format('grant %I to current_user', wanted.name);
      end if;
    end loop;
  end if;
end
$$;

create schema if not exists extensions;
create schema if not exists platform;

grant usage on schema public, extensions to anon, authenticated, service_role;

-- As on hosted Supabase: what a migration creates in public is open to the three roles unless it says otherwise.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

-- What the platform itself has to remember: keys, and when an address was last written to.
create table platform.secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table platform.mail_throttle (
  address_hash text primary key,
  sent_at timestamptz not null
);
create index mail_throttle_sent_at_idx on platform.mail_throttle (sent_at);
