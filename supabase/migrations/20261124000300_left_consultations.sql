-- Paid consultations whose buyer has deleted their account before they were held: the owner is to be told, so that she can give the
-- money back. A row stays until she is, which is a minute; it names the order and nobody. Written where the order loses its
-- buyer, since an account is deleted by the database itself, also where the product's server is not asked.
create table public.left_consultations (
  order_id uuid primary key references public.orders (id) on delete cascade,
  left_at timestamptz not null default now()
);
alter table public.left_consultations enable row level security;
revoke all on public.left_consultations from anon, authenticated, service_role;

create function public.note_left_consultation() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.consultations where consultations.order_id = new.id and consultations.state = 'held'
  ) then
    insert into public.left_consultations (order_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;
revoke all on function public.note_left_consultation() from public, anon, authenticated, service_role;

-- What is forgotten for its age, years later, is nobody's hurry any more.
create trigger orders_left after update of user_id, email on public.orders
  for each row when (
    new.product = 'consultation' and new.state = 'paid' and not new.test
    and new.user_id is null and new.email is null
    and (old.user_id is not null or old.email is not null)
    and new.paid_at > now() - interval '1 year'
  )
  execute function public.note_left_consultation();
