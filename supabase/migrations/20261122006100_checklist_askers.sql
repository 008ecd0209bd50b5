-- Who asked for a checklist, as far as its limits need to know: how they stand to the number it goes to, and from where they
-- asked. The address is a keyed digest, and is taken out once its day is over.
alter table public.messages
  add column asked_as text check (asked_as in ('own', 'lead', 'stranger')),
  add column asked_from text;
create index messages_asked_from_idx on public.messages (asked_from) where asked_from is not null;
