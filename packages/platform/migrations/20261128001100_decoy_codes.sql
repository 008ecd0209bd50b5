-- What is written for an address without an account is like what is written for one with an account, so that the time of an answer
-- does not tell them apart: a code is kept for it in a table of the same shape, and nobody can use it. Neither the address nor the
-- number is written here, but what the platform's key made of it; it goes after a day.
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
alter table platform.decoys enable row level security;
alter table platform.decoy_codes enable row level security;

-- By what an address is known among the decoys.
create function platform.decoy_id(address_hash text) returns uuid language sql immutable as $$
  select left(address_hash, 32)::uuid
$$;

-- Does for an address that gets no code what keep_code does for one that gets it.
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

-- Once in sixteen times, which leave fewer behind than go.
create or replace function platform.forget_old_counts() returns void language plpgsql as $$
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
