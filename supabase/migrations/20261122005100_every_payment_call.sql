-- Every call of the provider is a row of its own; only the same call word for word is counted on the row it already has. The
-- digest is a column, so that words may be taken out of a body later without two rows becoming one.
alter table public.payment_events add column body_sha256 text;
update public.payment_events set body_sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex');
alter table public.payment_events alter column body_sha256 set not null;

drop index public.payment_events_once_idx;
create unique index payment_events_once_idx
  on public.payment_events (provider, inv_id, operation, verdict, body_sha256) where authentic;
