-- Nobody reads when a visit was last heard of, so nobody writes it any more. It stays until no process that writes it is left.
alter table public.visits alter column seen_at set default now();
