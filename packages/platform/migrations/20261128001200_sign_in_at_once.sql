-- A code asked for and a code used, each by one function with as few statements as do the same. Those before them stay for processes
-- of the version before.
--
-- All of them hold rows in one order, so that two requests cannot wait for each other: mail_throttle, attempt_counts (`asked` before
-- the others of a code, else by their subjects), one_time_tokens, sessions, refresh_tokens, users.

-- A code for the account of an address, unless it has to wait. Where there is none it is made, if it may be; if not, the same is done
-- to a decoy. See askForCode.
create function platform.request_code(
  address text, address_hash text, of_asker text, of_all text, asked text, guessed text,
  most integer, seconds float8, pause float8, usual integer, slowdown integer, never_slow integer,
  keyed text, link_hash text, code_id uuid, offered jsonb, new_user uuid, new_identity uuid, new_facts jsonb,
  out seconds_left integer, out user_id uuid, out is_sign_up boolean
) language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  seconds_left := platform.take_message(address_hash, of_asker, of_all, asked, guessed,
    most, seconds, pause, usual, slowdown, never_slow);
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

-- Uses up a code and starts the session it is for. `right` is a code whose user has more done to them than that: it is as it was,
-- neither used nor tried nor counted. Where the address is nobody's the same is done to its decoy. See signInByCode.
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
begin
  outcome := 'refused';
  -- Whoever has asked holds that, so that of two guesses at once the second sees the first, and is counted only when it was wrong.
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
    -- Of everybody, so that the time does not tell who has a code, or who is proven.
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
  -- Counted before a code is tried, since processes of the version before come to `guessed` first and to the code after it.
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
    -- A try that is counted and not used would be a wrong one to whoever watches the table. Who used it in between has the session:
    -- whoever comes too late is refused, and has not guessed.
    with used as (
      update auth.one_time_tokens as code set tries = code.tries + 1, updated_at = now(), used_at = now()
      where code.user_id = known.id and code.token_type::text = any (token_types)
        and code.code_hash = platform.code_hash(keyed, code.user_id)
        and code.used_at is null and code.created_at > now() - make_interval(secs => lifetime)
      returning code.relates_to = address as is_meant
    )
    select bool_or(used.is_meant) into is_right from used;
    if is_right is not true then return; end if;
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

revoke execute on function platform.request_code, platform.sign_in_by_code, platform.decoy_id, platform.keep_decoy from public;
