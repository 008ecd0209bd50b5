-- Tells who has an account, so only the server may ask.
create function public.get_user_id_by_email(user_email text) returns uuid
  language sql stable security definer set search_path = '' as $$
  select id from auth.users
  where email = lower(btrim(user_email)) and is_sso_user = false and deleted_at is null
$$;
revoke execute on function public.get_user_id_by_email(text) from public, anon, authenticated;
grant execute on function public.get_user_id_by_email(text) to service_role;

-- The caller says that a lead linked to their account without sign-in is theirs. Answers whether there was one.
create function public.confirm_lead(lead_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update public.quiz_leads set ownership = 'own', confirmed_at = now()
  where id = confirm_lead.lead_id and user_id = auth.uid() and ownership = 'linked';
  return found;
end
$$;

-- The caller says that it is not theirs: from then on it belongs to nobody.
create function public.disown_lead(lead_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update public.quiz_leads set user_id = null, ownership = 'anonymous', confirmed_at = null
  where id = disown_lead.lead_id and user_id = auth.uid() and ownership = 'linked';
  return found;
end
$$;

revoke execute on function public.confirm_lead(uuid), public.disown_lead(uuid) from public, anon;
grant execute on function public.confirm_lead(uuid), public.disown_lead(uuid) to authenticated, service_role;
