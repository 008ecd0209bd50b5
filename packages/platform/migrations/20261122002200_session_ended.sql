-- Ends the transaction of a caller whose session is over; the platform tells by the code what happened. Asked before
-- every request of somebody signed in, so its plan is made once, whatever the connection does about plans.
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
