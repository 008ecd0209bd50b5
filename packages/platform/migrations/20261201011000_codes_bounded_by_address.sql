-- How many guesses one address takes in a day is bounded over all networks together: after a number of codes the pause before the next
-- grows, and it takes one guess (codeAllowance). A device that is known counts for itself. The functions before these stay for
-- processes of the version before.

-- Notes that an address is about to be written to: null, or the seconds until it may be. After n codes of `of_all` the pause is
-- pauses[n + 1], and the next code takes guesses[n + 1] of the `tries` that a code takes on a usual day; the last of each holds for
-- all that follow. See Throttle.take.
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
  -- What may not be guessed counts as guessed already.
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

-- As in 20261128001200, but by the limits above; `address_hash` is by what a decoy of the address is known. See askForCode.
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

revoke execute on function
  platform.take_message(text, text, text, text, text, integer, float8, float8[], integer[], integer),
  platform.issue_code(text, text, text, text, text, text, text, integer, float8, float8[], integer[], integer,
    text, text, uuid, jsonb, uuid, uuid, jsonb)
from public;
