-- Sign-ins that leave the page and come back: by a mailed link (PKCE) or by another site (OAuth).
-- `auth_code` holds the SHA-256 of the code; it is null until the code is issued.
create table auth.flow_state (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
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
  -- Ours: what has to come back from the provider besides the state.
  provider_nonce text,
  provider_code_verifier text
);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);
create index flow_state_user_id_idx on auth.flow_state (user_id);
alter table auth.flow_state enable row level security;

-- A link that was asked for with a code challenge answers with a code instead of a session.
alter table auth.one_time_tokens add column flow_state_id uuid references auth.flow_state on delete cascade;

-- Guesses at one challenge are counted.
alter table auth.mfa_challenges add column tries integer not null default 0;
create index mfa_challenges_factor_id_created_at_idx on auth.mfa_challenges (factor_id, created_at desc);
