-- The number of a program that WhatsApp gave a day's message back for: while the program writes there, nothing is promised and nothing sent.
alter table public.subscriptions
  add column unreached_contact_id uuid references public.message_contacts (id) on delete set null;
create index subscriptions_unreached_idx on public.subscriptions (unreached_contact_id)
  where unreached_contact_id is not null;

-- A day's message that the plan has queued goes out in the hours of a morning; one that was sent by hand goes at once.
alter table public.messages add column keeps_hours boolean not null default false;
update public.messages set keeps_hours = true where kind = 'daily' and send_state <> 'done';
