-- What a person did with a text: gave consent to it, or took it back. Rows are only ever added; the latest one counts.
alter table public.consents
  add column act text not null default 'given' check (act in ('given', 'withdrawn')),
  drop constraint consents_kind_check,
  -- `messages`: the program's messages in WhatsApp, which its buyer may stop and take up again.
  add constraint consents_kind_check check (kind in ('health', 'marketing', 'messages'));

create index consents_user_id_kind_idx on public.consents (user_id, kind, accepted_at desc) where user_id is not null;
