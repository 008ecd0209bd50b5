-- What a user writes of a lead without the server is held to what the server asks for. What stands already is left as it is.

create function public.check_lead_of_user() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Controls, signs without a width, those that turn the direction of what follows, and letters that fonts leave blank.
  unseen constant text := '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]';
  refused text;
begin
  if tg_op = 'INSERT' or new.phone is distinct from old.phone then
    refused := case when new.phone is null or new.phone is distinct from '+' || public.phone_digits(new.phone) then 'phone' end;
  end if;
  if refused is null and (tg_op = 'INSERT' or new.name is distinct from old.name) then
    refused := case
      when coalesce(btrim(new.name), '') = '' or length(new.name) > 100 or new.name ~ unseen then 'name' end;
  end if;
  if refused is null and tg_op = 'INSERT' then
    refused := case
      -- Nobody leaves a lead in the name of another address than their own, which they have proven to read.
      when lower(new.email) is distinct from (
        select users.email from auth.users where users.id = auth.uid() and email_confirmed_at is not null) then 'email'
      when new.category !~ '^(AA|BB|CC)[12]$' then 'category'
      -- JSON writes what is below a space after a backslash, and a backslash as two.
      when jsonb_typeof(new.quiz_answers) <> 'object'
        or new.quiz_answers::text ~ ('(?<!\\)(?:\\\\)*\\(?:u00[01]|[bfnrt])|' || unseen) then 'quiz_answers'
      when new.locale ~ unseen then 'locale'
      when new.country ~ unseen then 'country'
      when new.city ~ unseen then 'city'
    end;
  end if;
  if refused is not null then
    raise exception 'The % of this lead is none that can be saved', refused using errcode = '23514', column = refused;
  end if;
  return new;
end
$$;
revoke execute on function public.check_lead_of_user() from public, anon, authenticated;

create trigger quiz_leads_check before insert or update of name, phone on public.quiz_leads
  for each row when (current_user = 'authenticated') execute function public.check_lead_of_user();

-- A category that came without the server is the word of whoever sent it: the desk does not show it.
do $$
declare
  whole constant text := pg_get_functiondef('public.refresh_desk_person(uuid)'::regprocedure);
  changed constant text := replace(whole, 'quiz_leads.created_at, quiz_leads.category into newest',
    'quiz_leads.created_at, case when rules_version is not null or ownership <> ''own'' then quiz_leads.category end as category into newest');
begin
  if changed = whole then
    raise exception 'refresh_desk_person does not read a category as it did';
  end if;
  execute changed;
end
$$;
