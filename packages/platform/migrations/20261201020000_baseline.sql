-- The platform's tables and functions, for an empty database: roles, accounts and sign-in (schema
-- auth), files (storage), messages between browsers (realtime), and the platform's own (platform).
-- Columns of auth, storage and realtime are named as in Supabase.

------------------------------------------------------------------------------------------------
-- Roles, schemas and default rights
------------------------------------------------------------------------------------------------

-- Roles belong to the cluster: another database may have made them, or be making them just now.
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
      -- Before PostgreSQL 16 every member may act as the role.
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
create schema if not exists auth;
create schema if not exists storage;
create schema realtime;

grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role;

-- As on hosted Supabase, everything that a migration creates in public is open to the three roles
-- unless the migration says otherwise.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

------------------------------------------------------------------------------------------------
-- Tables of the platform itself; only its owner reads them
------------------------------------------------------------------------------------------------

create table platform.secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- When an address was last written to.
create table platform.mail_throttle (
  address_hash text primary key,
  sent_at timestamptz not null
);
create index mail_throttle_sent_at_idx on platform.mail_throttle (sent_at);

-- How many turns each caller has taken, for limits that several processes hold together. Not
-- logged: a crash that empties the table costs less than logging each request. Half of a page stays
-- free, so that a row changes in place.
create unlogged table platform.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
) with (fillfactor = 50);

------------------------------------------------------------------------------------------------
-- Accounts
------------------------------------------------------------------------------------------------

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text default null unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index users_is_anonymous_idx on auth.users (is_anonymous);
create index users_created_at_idx on auth.users (created_at desc);

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);

------------------------------------------------------------------------------------------------
-- Sessions, second factors and codes
------------------------------------------------------------------------------------------------

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  -- Not in Supabase: the time step of the last accepted code of an authenticator app, since a code
  -- counts once (RFC 6238, section 5.2).
  last_totp_step integer,
  unique (user_id, phone)
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb,
  -- Not in Supabase: guesses at one challenge are counted.
  tries integer not null default 0
);
create index mfa_challenges_factor_id_created_at_idx on auth.mfa_challenges (factor_id, created_at desc);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_revoked_at_idx on auth.refresh_tokens (updated_at) where revoked;

-- The columns from code_hash on are not in Supabase: a code is kept as a keyed hash, counted, and
-- used once.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code_hash text,
  tries integer not null default 0,
  used_at timestamptz,
  -- A link that was asked for with a code challenge answers with a code instead of a session.
  flow_state_id uuid,
  -- The request for a code may say things about a person nobody has proven to be. They wait with
  -- the code and count when the code is shown; until then nothing of them lies in the account.
  offer jsonb,
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id) where flow_state_id is not null;

-- Sign-ins that leave the page and come back: by a mailed link (PKCE) or by another site (OAuth).
create table auth.flow_state (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  -- The SHA-256 of the code; null until the code is issued.
  auth_code text unique,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid references auth.users on delete cascade,
  email_optional boolean not null default false,
  -- The rest is not in Supabase. Besides the state, the provider has to send these back.
  provider_nonce text,
  provider_code_verifier text,
  -- The address that a link asked for with a code challenge proves when the asker comes back.
  proves text,
  offer jsonb
);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);
create index flow_state_user_id_idx on auth.flow_state (user_id);
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id) where linking_target_id is not null;

-- Added last, so that deleting a user comes to codes before flows, as a sign-in does.
alter table auth.one_time_tokens add foreign key (flow_state_id) references auth.flow_state on delete cascade;

-- How often something was tried, by a keyed hash of its subject: an address, a network, or both.
create table auth.attempt_counts (
  subject text primary key,
  count integer not null,
  since timestamptz not null
);
create index attempt_counts_since_idx on auth.attempt_counts (since);

-- Passkeys, which sign in by themselves, and the challenges they answer.
create table auth.webauthn_credentials (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

------------------------------------------------------------------------------------------------
-- Single sign-on: companies whose people sign in through their own SAML provider
------------------------------------------------------------------------------------------------

create table auth.sso_providers (
  id uuid primary key,
  resource_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  disabled boolean
);
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null check (char_length(domain) > 0),
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  entity_id text not null unique check (char_length(entity_id) > 0),
  metadata_xml text not null check (char_length(metadata_xml) > 0),
  metadata_url text check (metadata_url is null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  name_id_format text
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table auth.saml_relay_states (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  flow_state_id uuid references auth.flow_state on delete cascade
);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);
create index saml_relay_states_flow_state_id_idx on auth.saml_relay_states (flow_state_id) where flow_state_id is not null;

-- Not in Supabase: accepted assertions, so that none is accepted twice while it is valid.
create table auth.saml_assertions (
  assertion_hash text primary key,
  expires_at timestamptz not null
);
create index saml_assertions_expires_at_idx on auth.saml_assertions (expires_at);

-- Row security without policies: only the owner gets at these tables.
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.attempt_counts enable row level security;
alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;
alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.saml_assertions enable row level security;

------------------------------------------------------------------------------------------------
-- The caller, as policies see them
------------------------------------------------------------------------------------------------

-- PostgREST sets request.jwt.claims; older clients set one setting per claim.
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )::text
$$;

create function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )::text
$$;

-- Ends the transaction of a caller whose session is over; the platform recognises the error code.
-- Runs before every request of a signed-in user, so its plan is made once, whatever the connection
-- does about plans.
create function platform.require_session(session_id text) returns text
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if not exists (
    select from auth.sessions
    where id = require_session.session_id::uuid and (not_after is null or not_after > now())
  ) then
    raise exception using errcode = 'SE001', message = 'Session from session_id claim in JWT does not exist';
  end if;
  return session_id;
end
$$;

------------------------------------------------------------------------------------------------
-- Decoys: records of addresses without an account
------------------------------------------------------------------------------------------------

-- The same is written for an address without an account as for one with an account, so that the
-- time of an answer does not tell them apart: a code is kept in a table of the same shape, and
-- nobody can use it. Neither the address nor the code is written here, only the keyed hashes; they
-- go after a day.
create table platform.decoys (
  id uuid primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz
);
create index decoys_created_at_idx on platform.decoys (created_at);

create table platform.decoy_codes (
  like auth.one_time_tokens including all,
  foreign key (user_id) references platform.decoys on delete cascade
);

-- A request with a code challenge keeps a flow, too. Nobody can answer a decoy's flow.
create table platform.decoy_flows (
  like auth.flow_state including all,
  foreign key (user_id) references platform.decoys on delete cascade
);
alter table platform.decoy_codes add foreign key (flow_state_id) references platform.decoy_flows on delete cascade;

alter table platform.decoys enable row level security;
alter table platform.decoy_codes enable row level security;
alter table platform.decoy_flows enable row level security;

------------------------------------------------------------------------------------------------
-- Steps of a sign-in
------------------------------------------------------------------------------------------------

-- Each function does in one exchange with the database what would take several statements; its
-- caller in `src/auth` says what it promises. Everything is found by whole keys, so one plan fits
-- any values.
--
-- All of them lock rows in one order, so that two requests cannot wait for each other:
-- mail_throttle, attempt_counts (`asked` before the others of a code, else by their subjects),
-- one_time_tokens, flow_state, sessions, refresh_tokens, users.

-- Deletes old counts once in sixteen times: it deletes more than sixteen calls add.
create function platform.forget_old_counts() returns void language plpgsql as $$
begin
  if random() > 1.0 / 16 then return; end if;
  delete from auth.attempt_counts as c where c.subject in (
    select old.subject from auth.attempt_counts as old where old.since < now() - interval '2 days'
    limit 100 for update skip locked);
  delete from platform.mail_throttle as throttle where throttle.address_hash in (
    select old.address_hash from platform.mail_throttle as old where old.sent_at < now() - interval '1 day'
    limit 100 for update skip locked);
  delete from platform.decoys as decoy where decoy.id in (
    select old.id from platform.decoys as old where old.created_at < now() - interval '1 day'
    limit 100 for update skip locked);
end
$$;

-- Notes that an address is about to be written to. Returns null, or the seconds until it may be.
-- The guesses that one address takes in a day are bounded over all networks together: after n codes
-- of `of_all` the pause is pauses[n + 1], and the next code takes guesses[n + 1] of the `tries`
-- that a code takes on a usual day; the last of each holds for all that follow. See Throttle.take.
create function platform.take_message(
  pause_key text, of_asker text, of_all text, asked text, guessed text,
  most integer, seconds float8, pauses float8[], guesses integer[], tries integer
) returns integer language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  span interval := make_interval(secs => seconds);
  by_asker integer;
  since_asker timestamptz;
  by_all integer;
  step integer;
  must_wait interval;
begin
  select c.count, c.since into by_asker, since_asker from auth.attempt_counts as c
  where c.subject = of_asker and c.since > now() - span;
  if by_asker >= most then
    return greatest(1, ceil(extract(epoch from since_asker + span - now())))::integer;
  end if;
  select c.count into by_all from auth.attempt_counts as c where c.subject = of_all and c.since > now() - span;
  step := least(coalesce(by_all, 0) + 1, cardinality(pauses));
  must_wait := make_interval(secs => pauses[step]);
  insert into platform.mail_throttle as throttle (address_hash, sent_at) values (pause_key, clock_timestamp())
  on conflict on constraint mail_throttle_pkey do update set sent_at = excluded.sent_at
    where throttle.sent_at <= excluded.sent_at - must_wait;
  if not found then
    return greatest(1, ceil(extract(epoch from must_wait + coalesce((
      select throttle.sent_at from platform.mail_throttle as throttle where throttle.address_hash = pause_key), now()) - now())))::integer;
  end if;
  -- In one order, so that two requests cannot wait for each other.
  insert into auth.attempt_counts as c (subject, count, since)
  select one.subject, 1, clock_timestamp() from unnest(array[of_asker, of_all, asked]) as one (subject) order by one.subject
  on conflict (subject) do update set
    count = case when c.subject = asked or c.since <= excluded.since - span then 1 else c.count + 1 end,
    since = case when c.subject = asked or c.since <= excluded.since - span then excluded.since else c.since end;
  -- Guesses that are not allowed count as made already.
  if guesses[step] < tries then
    insert into auth.attempt_counts as c (subject, count, since) values (guessed, tries - guesses[step], clock_timestamp())
    on conflict (subject) do update set count = excluded.count, since = excluded.since;
  else
    delete from auth.attempt_counts as c where c.subject = guessed;
  end if;
  perform platform.forget_old_counts();
  return null;
end
$$;

-- Counts a guess at the code of an address. See countCodeGuess.
create function platform.count_guess(
  asked text, guessed text, others text, lifetime float8, seconds float8,
  out of_own integer, out of_others integer, out has_asked boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  span interval := make_interval(secs => seconds);
begin
  has_asked := exists (
    select from auth.attempt_counts as c
    where c.subject = asked and c.since > now() - make_interval(secs => lifetime));
  with counted as (
    insert into auth.attempt_counts as c (subject, count, since)
    select one.subject, 1, clock_timestamp()
    from unnest(case when has_asked then array[guessed] else array[guessed, others] end) as one (subject)
    order by one.subject
    on conflict (subject) do update set
      count = case when c.since <= excluded.since - span then 1 else c.count + 1 end,
      since = case when c.since <= excluded.since - span then excluded.since else c.since end
    returning c.subject, c.count
  )
  select coalesce(max(counted.count) filter (where counted.subject = guessed), 0),
    coalesce(max(counted.count) filter (where counted.subject = others), 0)
  into of_own, of_others from counted;
  perform platform.forget_old_counts();
end
$$;

-- Returns a code as it is kept: hashed by the platform's key, which the database does not have,
-- together with its owner.
create function platform.code_hash(keyed text, user_id uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(keyed || ' ' || user_id::text, 'UTF8')), 'hex')
$$;

-- Returns the latest end of a session that began then, or null for none. See timeboxEnd.
create function platform.timebox_end(began timestamptz, app_metadata jsonb, timebox float8, by_role jsonb)
  returns timestamptz language sql stable as $$
  select began + make_interval(secs => least(
    case when timebox > 0 then timebox end,
    case when jsonb_typeof(app_metadata -> 'role') = 'string' and (by_role ->> (app_metadata ->> 'role'))::float8 > 0
      then (by_role ->> (app_metadata ->> 'role'))::float8 end))
$$;

-- Starts a session with its proof and its first refresh token; returns its user. See startSession.
create function platform.start_session(
  user_id uuid, session_id uuid, aal text, started_at timestamptz, not_after timestamptz,
  user_agent text, ip inet, proof_id uuid, method text, token text
) returns auth.users language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  who auth.users;
begin
  insert into auth.sessions (id, aal, user_id, created_at, updated_at, not_after, user_agent, ip)
  values (session_id, start_session.aal::auth.aal_level, start_session.user_id, started_at, started_at,
    start_session.not_after, start_session.user_agent, start_session.ip);
  insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
  values (proof_id, start_session.session_id, method, started_at, started_at);
  insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
  values (start_session.token, null, start_session.user_id::text, start_session.session_id, false,
    clock_timestamp(), clock_timestamp());
  update auth.users as users set last_sign_in_at = started_at, updated_at = now()
  where users.id = start_session.user_id returning users.* into who;
  return who;
end
$$;

-- Returns the identities and factors of a user, oldest first. See userParts.
create function platform.user_parts(of uuid, out identities json, out factors json) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  select coalesce(json_agg(part order by part.created_at), '[]') into identities
  from auth.identities as part where part.user_id = of;
  select coalesce(json_agg(part order by part.created_at), '[]') into factors
  from auth.mfa_factors as part where part.user_id = of;
end
$$;

-- Keeps a code in place of the one before it, and notes when its user was written to.
create function platform.keep_code(
  user_id uuid, is_sign_up boolean, address text, keyed text, link_hash text, code_id uuid, offered jsonb
) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, code_hash, tries, used_at, flow_state_id, offer)
  values (code_id, keep_code.user_id,
    (case when is_sign_up then 'confirmation_token' else 'recovery_token' end)::auth.one_time_token_type,
    link_hash, address, platform.code_hash(keyed, keep_code.user_id), 0, null, null, offered)
  on conflict on constraint one_time_tokens_user_id_token_type_key do update set
    token_hash = excluded.token_hash, relates_to = excluded.relates_to, code_hash = excluded.code_hash,
    tries = 0, used_at = null, flow_state_id = null, offer = excluded.offer, created_at = now(), updated_at = now();
  update auth.users as users set updated_at = now(),
    confirmation_sent_at = case when is_sign_up then now() else users.confirmation_sent_at end,
    recovery_sent_at = case when is_sign_up then users.recovery_sent_at else now() end
  where users.id = keep_code.user_id;
end
$$;

-- Returns the id of an address among the decoys.
create function platform.decoy_id(address_hash text) returns uuid language sql immutable as $$
  select left(address_hash, 32)::uuid
$$;

-- Does for an address without an account what keep_code does for one with an account.
create function platform.keep_decoy(address_hash text, keyed text, link_hash text, code_id uuid, offered jsonb)
  returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  nobody uuid := platform.decoy_id(address_hash);
begin
  insert into platform.decoys as decoy (id, sent_at) values (nobody, now())
  on conflict (id) do update set updated_at = now(), sent_at = now();
  insert into platform.decoy_codes (id, user_id, token_type, token_hash, relates_to, code_hash, tries, used_at, flow_state_id, offer)
  values (code_id, nobody, 'recovery_token', link_hash, keep_decoy.address_hash, platform.code_hash(keyed, nobody), 0, null, null, offered)
  on conflict (user_id, token_type) do update set
    token_hash = excluded.token_hash, relates_to = excluded.relates_to, code_hash = excluded.code_hash,
    tries = 0, used_at = null, flow_state_id = null, offer = excluded.offer, created_at = now(), updated_at = now();
end
$$;

-- Does the same for a code with its flow.
create function platform.keep_decoy_of_flow(
  address_hash text, keyed text, link_hash text, code_id uuid, flow_id uuid, challenge text, challenge_method text, method text
) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  nobody uuid := platform.decoy_id(address_hash);
begin
  insert into platform.decoys as decoy (id, sent_at) values (nobody, now())
  on conflict (id) do update set updated_at = now(), sent_at = now();
  insert into platform.decoy_flows (id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method)
  values (flow_id, nobody, challenge, challenge_method::auth.code_challenge_method, 'email', method);
  insert into platform.decoy_codes (id, user_id, token_type, token_hash, relates_to, code_hash, tries, used_at, flow_state_id, offer)
  values (code_id, nobody, 'recovery_token', link_hash, keep_decoy_of_flow.address_hash, platform.code_hash(keyed, nobody), 0, null, flow_id, null)
  on conflict (user_id, token_type) do update set
    token_hash = excluded.token_hash, relates_to = excluded.relates_to, code_hash = excluded.code_hash,
    tries = 0, used_at = null, flow_state_id = excluded.flow_state_id, offer = null, created_at = now(), updated_at = now();
end
$$;

-- Makes a code for the account of an address, unless the address has to wait. The account is made
-- when there is none and it may be made; otherwise the same is done to a decoy, which is known by
-- `address_hash`. See askForCode.
create function platform.issue_code(
  address text, address_hash text, pause_key text, of_asker text, of_all text, asked text, guessed text,
  most integer, seconds float8, pauses float8[], guesses integer[], tries integer,
  keyed text, link_hash text, code_id uuid, offered jsonb, new_user uuid, new_identity uuid, new_facts jsonb,
  out seconds_left integer, out user_id uuid, out is_sign_up boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  seconds_left := platform.take_message(pause_key, of_asker, of_all, asked, guessed, most, seconds, pauses, guesses, tries);
  if seconds_left is not null then return; end if;
  select users.id, users.email_confirmed_at is null and users.encrypted_password is null into user_id, is_sign_up
  from auth.users as users where users.email = address and users.is_sso_user = false;
  if user_id is null and new_user is null then
    perform platform.keep_decoy(address_hash, keyed, link_hash, code_id, offered);
    return;
  end if;
  if user_id is null then
    insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    values (new_user, 'authenticated', 'authenticated', address,
      '{"provider": "email", "providers": ["email"]}', new_facts, now(), now());
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (new_identity, new_user::text, new_user, new_facts, 'email', now(), now(), now());
    user_id := new_user;
    is_sign_up := true;
  end if;
  perform platform.keep_code(user_id, is_sign_up, address, keyed, link_hash, code_id, offered);
end
$$;

-- Takes back the answers of some flows. Typing the code of a mail ends the answer of the mail's
-- link, too: one mail, one sign-in. Flows are locked after their codes.
create function platform.unanswer_flows(flows uuid[]) returns void language sql as $$
  update auth.flow_state as flow set auth_code = null, updated_at = now()
  where flow.id = any (flows) and flow.auth_code is not null
$$;

-- Uses up a code and starts its session. The outcome `right` means that the code is right and its
-- user needs more done than that: the code stays unused, and its guess is taken back. The same
-- is looked up for an address without an account. See signInByCode.
create function platform.sign_in_by_code(
  address text, address_hash text, asked text, guessed text, others text,
  most_own integer, most_others integer, lifetime float8, seconds float8,
  token_types text[], keyed text, session_id uuid, started_at timestamptz, timebox float8, timebox_by_role jsonb,
  user_agent text, ip inet, proof_id uuid, token text,
  out outcome text, out user_id uuid, out who auth.users, out identities json, out factors json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  has_asked boolean;
  is_over boolean;
  known record;
  is_right boolean := false;
  answered uuid[];
begin
  outcome := 'refused';
  -- The asker's row is locked, so that of two guesses at once the second sees the first, and is
  -- counted only when it was wrong.
  perform from auth.attempt_counts as c
  where c.subject = asked and c.since > now() - make_interval(secs => lifetime) for update;
  has_asked := found;
  if has_asked then
    is_over := exists (select from auth.attempt_counts as c
      where c.subject = guessed and c.count >= most_own and c.since > now() - make_interval(secs => seconds));
  else
    select guess.of_own > most_own or guess.of_others > most_others into is_over
    from platform.count_guess(asked, guessed, others, lifetime, seconds) as guess;
  end if;
  select users.id, users.raw_app_meta_data,
    users.email_confirmed_at is not null and coalesce(users.banned_until <= now(), true) as is_plain
  into known from auth.users as users where users.email = address and users.is_sso_user = false;
  user_id := coalesce(known.id, '00000000-0000-0000-0000-000000000000');
  if not is_over then
    -- Looked up for everybody, so that the time does not tell who has a code, or who is proven.
    if known.id is null then
      perform from platform.decoy_codes as code
      where code.user_id = platform.decoy_id(address_hash) and code.token_type::text = any (token_types)
        and code.code_hash = platform.code_hash(keyed, code.user_id)
        and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime);
    else
      perform from auth.one_time_tokens as code
      where code.user_id = known.id and code.token_type::text = any (token_types)
        and code.code_hash = platform.code_hash(keyed, code.user_id)
        and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime);
    end if;
    is_right := found;
  end if;
  -- Counted before a code is tried: `guessed` is locked before the code.
  if has_asked and not is_right then
    perform platform.count_guess(asked, guessed, others, lifetime, seconds);
  end if;
  if is_over then return; end if;
  if not is_right then
    if known.id is null then
      update platform.decoy_codes as code set tries = code.tries + 1, updated_at = now()
      where code.user_id = platform.decoy_id(address_hash) and code.token_type::text = any (token_types)
        and code.code_hash is distinct from platform.code_hash(keyed, code.user_id)
        and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime);
    else
      update auth.one_time_tokens as code set tries = code.tries + 1, updated_at = now()
      where code.user_id = known.id and code.token_type::text = any (token_types)
        and code.code_hash is distinct from platform.code_hash(keyed, code.user_id)
        and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime);
    end if;
    return;
  end if;
  if known.id is null then return; end if;
  if known.is_plain then
    -- A try that is counted and not used would look like a wrong one to triggers on the table. A
    -- code that was used in between has its session: a second use is refused, and is no guess.
    with used as (
      update auth.one_time_tokens as code set tries = code.tries + 1, updated_at = now(), used_at = now()
      where code.user_id = known.id and code.token_type::text = any (token_types)
        and code.code_hash = platform.code_hash(keyed, code.user_id)
        and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime)
      returning code.relates_to = address as is_meant, code.flow_state_id
    )
    select bool_or(used.is_meant), array_agg(used.flow_state_id) filter (where used.flow_state_id is not null)
    into is_right, answered from used;
    if is_right is not true then return; end if;
    if answered is not null then perform platform.unanswer_flows(answered); end if;
    outcome := 'signed_in';
  else
    outcome := 'right';
  end if;
  if not has_asked then
    update auth.attempt_counts as c set count = greatest(c.count - 1, 0) where c.subject = any (array[guessed, others]);
  end if;
  if outcome = 'right' then return; end if;
  who := platform.start_session(user_id, session_id, 'aal1', started_at,
    platform.timebox_end(started_at, known.raw_app_meta_data, timebox, timebox_by_role),
    user_agent, ip, proof_id, 'otp', token);
  select parts.identities, parts.factors into identities, factors from platform.user_parts(user_id) as parts;
end
$$;

-- Trades an unused refresh token of a session that goes on. For any other token it returns nothing
-- and changes no token. The session is locked before its tokens, as by everyone who ends a session.
-- See refreshSession.
create function platform.trade_refresh_token(
  token text, next text, rotates boolean, idle float8, timebox float8, timebox_by_role jsonb,
  out session_id uuid, out aal text, out methods json, out who auth.users, out identities json, out factors json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  held record;
begin
  update auth.sessions as session set refreshed_at = now(), updated_at = now(),
    not_after = least(session.not_after, platform.timebox_end(session.created_at, users.raw_app_meta_data, timebox, timebox_by_role))
  from auth.refresh_tokens as shown, auth.users as users
  where shown.token = trade_refresh_token.token and shown.revoked is not true
    and session.id = shown.session_id and users.id = session.user_id
    and (idle <= 0 or coalesce(session.refreshed_at at time zone 'UTC', session.created_at) >= now() - make_interval(secs => idle))
    and coalesce(users.banned_until <= now(), true)
    and coalesce(platform.timebox_end(session.created_at, users.raw_app_meta_data, timebox, timebox_by_role) > now(), true)
    and coalesce(session.not_after > now(), true)
  returning session.id as session_id, coalesce(session.aal::text, 'aal1') as aal, users as who into held;
  if not found then return; end if;
  if rotates then
    with used as (
      update auth.refresh_tokens as used set revoked = true, updated_at = clock_timestamp()
      where used.token = trade_refresh_token.token and used.revoked is not true
      returning used.token, used.user_id, used.session_id
    )
    insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
    select next, used.token, used.user_id, used.session_id, false, clock_timestamp(), clock_timestamp() from used;
    -- Another request traded it while this one waited for the session, which is refreshed either
    -- way.
    if not found then return; end if;
  end if;
  session_id := held.session_id;
  aal := held.aal;
  who := held.who;
  select parts.identities, parts.factors into identities, factors from platform.user_parts(who.id) as parts;
  select coalesce(json_agg(json_build_object('method', proof.authentication_method,
    'at', floor(extract(epoch from proof.created_at))::bigint) order by proof.created_at desc), '[]') into methods
  from auth.mfa_amr_claims as proof where proof.session_id = trade_refresh_token.session_id;
end
$$;

revoke execute on function platform.forget_old_counts, platform.count_guess, platform.code_hash,
  platform.timebox_end, platform.start_session, platform.user_parts, platform.keep_code, platform.decoy_id,
  platform.keep_decoy, platform.keep_decoy_of_flow, platform.issue_code, platform.unanswer_flows,
  platform.take_message,
  platform.sign_in_by_code, platform.trade_refresh_token
from public;

------------------------------------------------------------------------------------------------
-- Storage
------------------------------------------------------------------------------------------------

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS');

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
-- Lists look names up in any case.
create index objects_lower_name on storage.objects (bucket_id, lower(name) text_pattern_ops);
-- The files of an account, for its deletion.
create index objects_owner_id_idx on storage.objects (owner_id) where owner_id is not null;
create index objects_owner_idx on storage.objects (owner) where owner is not null;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- The keys of bytes that are written before the row of their object, so that bytes left behind by a
-- sudden end are found.
create table platform.unsaved_objects (
  version uuid primary key,
  begun_at timestamptz not null default now(),
  -- Bytes are given up before they are removed: from then on no object takes them, however late its
  -- upload ends.
  is_given_up boolean not null default false
);

-- Locks bytes until the end of the transaction that makes an object of them; false when they were
-- given up. Run by the caller of an upload, who may not read the table. A caller who knows the key
-- of somebody else's bytes learns that they exist.
create function storage.hold_bytes(key uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  perform from platform.unsaved_objects where version = hold_bytes.key and not is_given_up for update;
  return found;
end
$$;

create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- Returns the operation of the request, for policies on storage.objects and storage.buckets.
create function storage.operation() returns text language sql stable as $$
  select current_setting('storage.operation', true)
$$;

-- An operation is named with or without its leading `storage.`; an empty name, and no operation,
-- match nothing.
create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $$
  select exists (
    select from unnest(expected_operations) as expected
    where nullif(expected, '') is not null
      and regexp_replace(expected, '^storage\.', '') = regexp_replace(nullif(storage.operation(), ''), '^storage\.', '')
  )
$$;

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

-- Lists one folder as storage's own list does: folders first, which have a name and nothing else.
create function storage.search(
  prefix text, bucketname text, limits int default 100, levels int default 1, offsets int default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
) language sql stable as $$
  with found as (
    select substr(o.name, length(search.prefix) + 1) as rest, o.*
    from storage.objects o
    where o.bucket_id = bucketname and starts_with(lower(o.name), lower(search.prefix || search.search))
  ), listed as (
    select distinct split_part(f.rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from found f where strpos(f.rest, '/') > 0
    union all
    select f.rest, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata
    from found f where strpos(f.rest, '/') = 0
  )
  select l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata from listed l
  order by l.id is not null,
    case when sortorder = 'asc' and sortcolumn = 'updated_at' then l.updated_at
      when sortorder = 'asc' and sortcolumn = 'created_at' then l.created_at
      when sortorder = 'asc' and sortcolumn = 'last_accessed_at' then l.last_accessed_at end asc,
    case when sortorder <> 'asc' and sortcolumn = 'updated_at' then l.updated_at
      when sortorder <> 'asc' and sortcolumn = 'created_at' then l.created_at
      when sortorder <> 'asc' and sortcolumn = 'last_accessed_at' then l.last_accessed_at end desc,
    case when sortorder = 'asc' then l.name end asc,
    case when sortorder <> 'asc' then l.name end desc
  limit limits offset offsets
$$;

------------------------------------------------------------------------------------------------
-- Realtime
------------------------------------------------------------------------------------------------

-- The policies of this table say who may use a private topic: `select` to hear, `insert` to speak,
-- for each extension, `broadcast` and `presence`. Its rows are messages sent from SQL, until they
-- are purged.
create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index messages_inserted_at_idx on realtime.messages (inserted_at);
create index messages_replayed_idx on realtime.messages (topic, inserted_at desc) where private and extension = 'broadcast';

alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- Returns the topic that is being joined or spoken to, for policies.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Tells every process of a message. NOTIFY carries 8,000 bytes: a longer one is read by its id.
create function realtime.tell_message() returns trigger language plpgsql set search_path = '' as $$
declare
  told text := json_build_object('t', 'message', 'id', new.id, 'topic', new.topic, 'event', new.event,
    'payload', new.payload, 'private', coalesce(new.private, false))::text;
begin
  if octet_length(told) > 7900 then
    told := json_build_object('t', 'stored', 'id', new.id)::text;
  end if;
  perform pg_notify('platform_realtime', told);
  return null;
end
$$;

create trigger tell_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.tell_message();

-- Sends a message as its caller, who needs the right to speak to the topic. The caller's
-- transaction does not fail with it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
  values (send.payload, send.event, send.topic, send.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Sends a changed row, for triggers.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end
$$;

-- Returns the caller's rights on a topic, found by trying. Called in a transaction that is rolled
-- back, on two rows of the topic that its owner has put there.
create function realtime.try_topic(topic text, broadcast_id uuid, presence_id uuid)
  returns table (hears_broadcast boolean, hears_presence boolean, sends_broadcast boolean, sends_presence boolean)
  language plpgsql set search_path = '' as $$
begin
  hears_broadcast := exists (select from realtime.messages m where m.id = broadcast_id);
  hears_presence := exists (select from realtime.messages m where m.id = presence_id);
  begin
    insert into realtime.messages (topic, extension) values (try_topic.topic, 'broadcast');
    sends_broadcast := true;
  exception when insufficient_privilege then
    sends_broadcast := false;
  end;
  begin
    insert into realtime.messages (topic, extension) values (try_topic.topic, 'presence');
    sends_presence := true;
  exception when insufficient_privilege then
    sends_presence := false;
  end;
  return next;
end
$$;

-- Tells which rows a statement has changed, by their primary keys alone; listeners read the rows as
-- themselves. After very many rows in one statement the rest is not told. The key is looked up each
-- time: a table may change, and nobody's write may fail because of this.
create function realtime.tell_changes() returns trigger language plpgsql set search_path = '' as $$
declare
  key text;
  keys text;
begin
  select string_agg(format('%L, changed.%I', a.attname, a.attname), ', ' order by a.attnum) into key
  from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])
  where i.indrelid = tg_relid and i.indisprimary;
  if key is null then
    return null;
  end if;
  for keys in execute format(
    $query$
      select string_agg(key, ',') from (
        select key, sum(octet_length(key) + 1) over (rows unbounded preceding) / 6000 as part from (
          select to_json(jsonb_build_object(%s)::text)::text as key from changed limit 10000
        ) as keys where octet_length(key) <= 1000
      ) as parts group by part order by part
    $query$, key)
  loop
    perform pg_notify('platform_realtime', format('{"t":"changes","schema":%s,"table":%s,"type":"%s","at":%s,"keys":[%s]}',
      to_json(tg_table_schema::text), to_json(tg_table_name::text), tg_op,
      to_json(to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), keys));
  end loop;
  return null;
end
$$;

-- The tables whose changes are told: `alter publication supabase_realtime add table ...`.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
