-- One mail, one sign-in: whoever types the code of a mail ends what its link has answered, too. The link of a mail that was asked for
-- with a challenge answers its flow with a code for whoever asked, and leaves the code to type good, since it may have been opened
-- elsewhere. Without this the answer would go on being good for the five minutes that it has.

-- Takes back the answers of some flows; without an answer a flow is nothing that can be traded. They are held after their codes.
create function platform.unanswer_flows(flows uuid[]) returns void language sql as $$
  update auth.flow_state as flow set auth_code = null, updated_at = now()
  where flow.id = any (flows) and flow.auth_code is not null
$$;

-- As in 20261128001200, but that it comes to the flow of the code that it uses.
create or replace function platform.sign_in_by_code(
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

revoke execute on function platform.unanswer_flows from public;
