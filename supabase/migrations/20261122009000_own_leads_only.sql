-- Whoever typed somebody's e-mail into the quiz holds the attempt and the result's token of a lead that is linked to them.
-- What its user says of themselves must never reach such a lead: it is readable to whoever left it.
drop policy "a user corrects their own leads" on public.quiz_leads;
create policy "a user corrects their own leads" on public.quiz_leads
  for update to authenticated
  using (user_id = (select auth.uid()) and ownership = 'own')
  with check (user_id = (select auth.uid()) and ownership = 'own');

-- The caller says that a lead linked to their account without sign-in is theirs. Answers whether there was one. Its result
-- moves to a new address, 122 random bits long: from then on it is read by its user and by whom they show it to.
create or replace function public.confirm_lead(lead_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update public.quiz_leads set ownership = 'own', confirmed_at = now(),
    result_token = case when result_token is not null then replace(gen_random_uuid()::text, '-', '') end
  where id = confirm_lead.lead_id and user_id = auth.uid() and ownership = 'linked';
  return found;
end
$$;

-- Those that were confirmed before keep no address that somebody else may have.
update public.quiz_leads set result_token = replace(gen_random_uuid()::text, '-', '')
where confirmed_at is not null and result_token is not null;
