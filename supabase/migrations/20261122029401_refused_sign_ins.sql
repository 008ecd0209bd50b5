-- Whoever asks for codes of somebody's address and answers them wrongly would fill the journal of those who work here with nothing
-- else. Of an account's refused sign-ins of one kind the first of an hour is a row, then the tenth, the hundredth, each with how many they were.
create table public.refused_sign_ins (
  user_id uuid references auth.users (id) on delete cascade,
  method text,
  since timestamptz not null default now(),
  times integer not null default 1,
  primary key (user_id, method)
);
alter table public.refused_sign_ins enable row level security;
revoke all on public.refused_sign_ins from anon, authenticated, service_role;

create function public.note_refused_sign_in(account uuid, way text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  times_now integer;
begin
  if not exists (
    select from auth.users where id = account and public.audit_role_of(raw_app_meta_data) <> 'user') then
    return;
  end if;
  insert into public.refused_sign_ins as known (user_id, method) values (account, way)
  on conflict (user_id, method) do update set
    since = case when known.since > now() - interval '1 hour' then known.since else now() end,
    times = case when known.since > now() - interval '1 hour' then known.times + 1 else 1 end
  returning times into times_now;
  if times_now in (1, 10, 100, 1000, 10000) then
    insert into public.audit_events (action, subject, details, source)
    values ('sign_in_refused', account, jsonb_build_object('method', way, 'times', times_now), 'accounts');
  end if;
end
$$;

create or replace function public.audit_wrong_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := to_jsonb(old);
  is_now jsonb := to_jsonb(new);
begin
  if (is_now ->> 'tries')::integer > (was ->> 'tries')::integer
    and coalesce(is_now ->> 'used_at', is_now ->> 'verified_at') is null then
    perform public.note_refused_sign_in(
      coalesce((is_now ->> 'user_id')::uuid, (
        select user_id from auth.mfa_factors where id = (is_now ->> 'factor_id')::uuid)),
      case when is_now ? 'factor_id' then 'totp' else 'otp' end);
  end if;
  return null;
end
$$;

revoke execute on function public.note_refused_sign_in(uuid, text) from public, anon, authenticated, service_role;
