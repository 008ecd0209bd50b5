-- A lead comes through the server, which checks it. Whoever is not signed in has no way of their own to leave one; a user
-- has, for leads of their own, as few and as short as people's are. The server's own checks are narrower than these.

drop policy "a visitor leaves a lead that belongs to nobody" on public.quiz_leads;
revoke insert on public.quiz_leads from anon;

-- What is longer was never saved by the server: it checks every value, and its longest answers take a tenth of that.
update public.quiz_leads
set name = left(name, 200), email = left(email, 254), phone = left(phone, 40), category = left(category, 16),
  locale = left(locale, 35), country = left(country, 100), city = left(city, 100)
where length(name) > 200 or length(email) > 254 or length(phone) > 40 or length(category) > 16
  or length(locale) > 35 or length(country) > 100 or length(city) > 100;
update public.quiz_leads set quiz_answers = null where length(quiz_answers::text) > 16384;
update public.quiz_leads set scores = null where length(scores::text) > 1024;

alter table public.quiz_leads
  add constraint quiz_leads_name_length check (length(name) <= 200),
  add constraint quiz_leads_email_length check (length(email) <= 254),
  add constraint quiz_leads_phone_length check (length(phone) <= 40),
  add constraint quiz_leads_category_length check (length(category) <= 16),
  add constraint quiz_leads_locale_length check (length(locale) <= 35),
  add constraint quiz_leads_country_length check (length(country) <= 100),
  add constraint quiz_leads_city_length check (length(city) <= 100),
  -- As text, in which a number written as 1e100000 shows its true size.
  add constraint quiz_leads_quiz_answers_length check (length(quiz_answers::text) <= 16384),
  add constraint quiz_leads_scores_length check (length(scores::text) <= 1024),
  add constraint quiz_leads_rules_version_length check (length(rules_version) <= 100),
  add constraint quiz_leads_result_token_length check (length(result_token) <= 200);

-- Whoever is signed in while leaving a lead owns it beyond doubt. Nobody has a hundred of them.
create or replace function public.mark_own_lead() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    if (select count(*) from (
      select from public.quiz_leads where user_id = new.user_id limit 100) as own) = 100 then
      raise exception 'This user has as many leads as a user may have' using errcode = 'PT429';
    end if;
    new.ownership := 'own';
  end if;
  return new;
end
$$;
