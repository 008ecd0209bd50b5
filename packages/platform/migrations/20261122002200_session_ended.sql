-- Ends the transaction of a caller whose session is over; the platform tells by the code what happened.
create function platform.refuse_ended_session() returns text language plpgsql as $$
begin
  raise exception using errcode = 'SE001', message = 'Session from session_id claim in JWT does not exist';
end
$$;
