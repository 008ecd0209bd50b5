-- Whoever ends a session holds it before its tokens, which go with it. A refresh came to its token first and then to its session,
-- so that the two could wait for each other for ever.

-- Trades a refresh token that was not used before, of a session that goes on. Whatever else it is answers nothing, and changes no
-- token. See refreshSession.
create or replace function platform.trade_refresh_token(
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
    -- Somebody else traded it while this waited for the session, which has been refreshed just now either way.
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
