-- The caller says that a lead linked to them without sign-in is not theirs: from then on it belongs to nobody, and neither do
-- the consents that were ticked with it. The record stays with the lead.
create or replace function public.disown_lead(lead_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update public.quiz_leads set user_id = null, ownership = 'anonymous', confirmed_at = null
  where id = disown_lead.lead_id and user_id = auth.uid() and ownership = 'linked';
  if not found then
    return false;
  end if;
  update public.consents set user_id = null
  where consents.lead_id = disown_lead.lead_id and user_id = auth.uid();
  return true;
end
$$;

-- Those that were left behind so far: nothing else takes the user from a lead and leaves them on its consents.
update public.consents set user_id = null
from public.quiz_leads
where quiz_leads.id = consents.lead_id and quiz_leads.user_id is null and consents.user_id is not null;
