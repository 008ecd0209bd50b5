-- A user says that a lead linked to their account without sign-in is theirs: in the cabinet, or to the server while they buy.
-- Answers whether there was one. Its result moves to a new address, 122 random bits long: from then on it is read by its user
-- and by whom they show it to. For the server and for confirm_lead alone: `owner` is taken at its word.
create function public.claim_lead(owner uuid, lead_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update public.quiz_leads set ownership = 'own', confirmed_at = now(),
    result_token = case when result_token is not null then replace(gen_random_uuid()::text, '-', '') end
  where id = claim_lead.lead_id and user_id = claim_lead.owner and ownership = 'linked';
  return found;
end
$$;
revoke all on function public.claim_lead(uuid, uuid) from public, anon, authenticated;
grant execute on function public.claim_lead(uuid, uuid) to service_role;

create or replace function public.confirm_lead(lead_id uuid) returns boolean
  language sql security definer set search_path = '' as $$
  select public.claim_lead(auth.uid(), lead_id)
$$;
