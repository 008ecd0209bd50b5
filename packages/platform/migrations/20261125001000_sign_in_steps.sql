-- The steps of a sign-in, each where several statements would follow each other: a request to auth/v1 is one exchange with the
-- database. Only the platform's own role may take them. Each says in its caller (`src/auth`) what it promises. What they look for is
-- found by whole keys, so one plan does for any values.
--
-- All of them hold rows in one order, so that two requests cannot wait for each other: mail_throttle, attempt_counts (by their subjects),
-- one_time_tokens, sessions, refresh_tokens, users. A refresh alone comes to its session by its token.

-- Notes that an address is about to be written to: null, or the seconds until it may be. See Throttle.take.
create function platform.take_message(
  address_hash text, of_asker text, of_all text, asked text, guessed text,
  most integer, seconds float8, pause float8, usual integer, slowdown integer, never_slow integer
) returns integer language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  span interval := make_interval(secs => seconds);
  by_asker integer;
  since_asker timestamptz;
  by_all integer;
  must_wait interval;
begin
  select c.count, c.since into by_asker, since_asker from auth.attempt_counts as c
  where c.subject = of_asker and c.since > now() - span;
  select c.count into by_all from auth.attempt_counts as c where c.subject = of_all and c.since > now() - span;
  if by_asker >= most then
    return greatest(1, ceil(extract(epoch from since_asker + span - now())))::integer;
  end if;
  must_wait := make_interval(secs => pause
    * case when by_all >= usual and by_asker >= never_slow then slowdown else 1 end);
  insert into platform.mail_throttle as throttle (address_hash, sent_at)
  values (take_message.address_hash, clock_timestamp())
  on conflict on constraint mail_throttle_pkey do update set sent_at = excluded.sent_at
    where throttle.sent_at <= excluded.sent_at - must_wait;
  if not found then
    return greatest(1, ceil(extract(epoch from must_wait + coalesce((
      select throttle.sent_at from platform.mail_throttle as throttle
      where throttle.address_hash = take_message.address_hash), now()) - now())))::integer;
  end if;
  -- In one order, so that two requests cannot wait for each other.
  insert into auth.attempt_counts as c (subject, count, since)
  select one.subject, 1, clock_timestamp() from unnest(array[of_asker, of_all, asked]) as one (subject) order by one.subject
  on conflict (subject) do update set
    count = case when c.subject = asked or c.since <= excluded.since - span then 1 else c.count + 1 end,
    since = case when c.subject = asked or c.since <= excluded.since - span then excluded.since else c.since end;
  delete from auth.attempt_counts as c where c.subject = guessed;
  perform platform.forget_old_counts();
  return null;
end
$$;

-- Once in sixteen times, which leave fewer behind than go.
create function platform.forget_old_counts() returns void language plpgsql as $$
begin
  if random() > 1.0 / 16 then return; end if;
  delete from auth.attempt_counts as c where c.subject in (
    select old.subject from auth.attempt_counts as old where old.since < now() - interval '2 days'
    limit 100 for update skip locked);
  delete from platform.mail_throttle as throttle where throttle.address_hash in (
    select old.address_hash from platform.mail_throttle as old where old.sent_at < now() - interval '1 day'
    limit 100 for update skip locked);
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

-- How a code is kept: what the platform's key made of it, which the database has not, together with whose it is.
create function platform.code_hash(keyed text, user_id uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(keyed || ' ' || user_id::text, 'UTF8')), 'hex')
$$;

-- When a session that began then ends in any case; null never. See timeboxEnd.
create function platform.timebox_end(began timestamptz, app_metadata jsonb, timebox float8, by_role jsonb)
  returns timestamptz language sql stable as $$
  select began + make_interval(secs => least(
    case when timebox > 0 then timebox end,
    case when jsonb_typeof(app_metadata -> 'role') = 'string' and (by_role ->> (app_metadata ->> 'role'))::float8 > 0
      then (by_role ->> (app_metadata ->> 'role'))::float8 end))
$$;

-- A new session with its proof and its first refresh token; answers with its user. See startSession.
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

-- The identities and factors of a user, oldest first. See userParts.
create function platform.user_parts(of uuid, out identities json, out factors json) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  select coalesce(json_agg(part order by part.created_at), '[]') into identities
  from auth.identities as part where part.user_id = of;
  select coalesce(json_agg(part order by part.created_at), '[]') into factors
  from auth.mfa_factors as part where part.user_id = of;
end
$$;

-- A code for the account of an address, unless it has to wait. Where there is none it is made, if it may be; if not, the same work is
-- done and undone, so that the time does not tell. See requestSignInCode.
create function platform.ask_for_code(
  seconds_left integer, address text, address_hash text, keyed text, link_hash text, code_id uuid, offered jsonb,
  new_user uuid, new_identity uuid, new_facts jsonb,
  out user_id uuid, out is_sign_up boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  no_one uuid;
begin
  if seconds_left is not null then return; end if;
  select users.id, users.email_confirmed_at is null and users.encrypted_password is null into user_id, is_sign_up
  from auth.users as users where users.email = address and users.is_sso_user = false;
  if user_id is null and new_user is not null then
    insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    values (new_user, 'authenticated', 'authenticated', address,
      '{"provider": "email", "providers": ["email"]}', new_facts, now(), now());
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (new_identity, new_user::text, new_user, new_facts, 'email', now(), now(), now());
    user_id := new_user;
    is_sign_up := true;
  end if;
  if user_id is not null then
    perform platform.keep_code(user_id, is_sign_up, address, keyed, link_hash, code_id, offered);
    return;
  end if;
  begin
    -- Without an address, since one that is signing up at this moment must not be waited for.
    insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_anonymous)
    values (gen_random_uuid(), 'authenticated', 'authenticated', '{}', '{}', now(), now(), true)
    returning users.id into no_one;
    perform platform.keep_code(no_one, false, address, keyed, link_hash, code_id, offered);
    raise exception using errcode = 'YD001';
  exception when sqlstate 'YD001' then
    null;
  end;
  update platform.mail_throttle as throttle set sent_at = throttle.sent_at
  where throttle.address_hash = ask_for_code.address_hash;
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

-- Uses up a code and starts the session it is for. `right` is a code whose user has more done to them than that: it is as it was, neither
-- used nor tried, and its guess is taken back. Where the address is nobody's the same is looked for. See signInByCode.
create function platform.redeem_code(
  may_guess boolean, counted text[], address text, token_types text[], keyed text, lifetime float8,
  session_id uuid, started_at timestamptz, timebox float8, timebox_by_role jsonb,
  user_agent text, ip inet, proof_id uuid, token text,
  out outcome text, out user_id uuid, out who auth.users, out identities json, out factors json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  known auth.users;
  is_plain boolean;
  is_right boolean;
begin
  select users.* into known from auth.users as users where users.email = address and users.is_sso_user = false;
  user_id := coalesce(known.id, '00000000-0000-0000-0000-000000000000');
  outcome := 'refused';
  if not may_guess then return; end if;
  is_plain := known.email_confirmed_at is not null and coalesce(known.banned_until <= now(), true);
  select bool_or(code.code_hash = platform.code_hash(keyed, code.user_id)) into is_right from auth.one_time_tokens as code
  where code.user_id = redeem_code.user_id and code.token_type::text = any (token_types)
    and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime);
  -- A try that is counted and not used would be a wrong one to whoever watches the table.
  if is_right and not is_plain then
    update auth.attempt_counts as c set count = greatest(c.count - 1, 0) where c.subject = any (counted);
    outcome := 'right';
    return;
  end if;
  with tried as (
    update auth.one_time_tokens as code set tries = code.tries + 1, updated_at = now(),
      used_at = case when is_plain and code.code_hash = platform.code_hash(keyed, code.user_id) then now() end
    where code.user_id = redeem_code.user_id and code.token_type::text = any (token_types)
      and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime)
    returning code.used_at is not null and code.relates_to = address as is_meant
  )
  select bool_or(tried.is_meant) into is_right from tried;
  if is_right is not true then return; end if;
  update auth.attempt_counts as c set count = greatest(c.count - 1, 0) where c.subject = any (counted);
  who := platform.start_session(user_id, session_id, 'aal1', started_at,
    platform.timebox_end(started_at, known.raw_app_meta_data, timebox, timebox_by_role),
    user_agent, ip, proof_id, 'otp', token);
  select parts.identities, parts.factors into identities, factors from platform.user_parts(user_id) as parts;
  outcome := 'signed_in';
end
$$;

-- Trades a refresh token that was not used before, of a session that goes on. Whatever else it is answers nothing and changes
-- nothing. See refreshSession.
create function platform.trade_refresh_token(
  token text, next text, rotates boolean, idle float8, timebox float8, timebox_by_role jsonb,
  out session_id uuid, out aal text, out methods json, out who auth.users, out identities json, out factors json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  ends_at timestamptz;
begin
  update auth.refresh_tokens as used set revoked = rotates,
    updated_at = case when rotates then clock_timestamp() else used.updated_at end
  from auth.sessions as session, auth.users as users
  where used.token = trade_refresh_token.token and used.revoked is not true
    and session.id = used.session_id and users.id = session.user_id
    and (idle <= 0 or coalesce(session.refreshed_at at time zone 'UTC', session.created_at) >= now() - make_interval(secs => idle))
    and coalesce(users.banned_until <= now(), true)
    and coalesce(platform.timebox_end(session.created_at, users.raw_app_meta_data, timebox, timebox_by_role) > now(), true)
    and coalesce(session.not_after > now(), true)
  returning session.id, coalesce(session.aal::text, 'aal1'), users.id,
    least(session.not_after, platform.timebox_end(session.created_at, users.raw_app_meta_data, timebox, timebox_by_role))
  into session_id, aal, who.id, ends_at;
  if session_id is null then return; end if;
  if rotates then
    insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
    values (next, trade_refresh_token.token, who.id::text, trade_refresh_token.session_id, false,
      clock_timestamp(), clock_timestamp());
  end if;
  update auth.sessions as session set refreshed_at = now(), updated_at = now(), not_after = ends_at
  where session.id = trade_refresh_token.session_id;
  select users.* into who from auth.users as users where users.id = who.id;
  select parts.identities, parts.factors into identities, factors from platform.user_parts(who.id) as parts;
  select coalesce(json_agg(json_build_object('method', proof.authentication_method,
    'at', floor(extract(epoch from proof.created_at))::bigint) order by proof.created_at desc), '[]') into methods
  from auth.mfa_amr_claims as proof where proof.session_id = trade_refresh_token.session_id;
end
$$;

revoke execute on function platform.take_message, platform.forget_old_counts, platform.count_guess, platform.code_hash,
  platform.timebox_end, platform.start_session, platform.user_parts, platform.ask_for_code, platform.keep_code,
  platform.redeem_code, platform.trade_refresh_token from public;
