-- Its payment page is opened with the order's own id (`Shp_order`), so money that does not name it is not for it. False for orders
-- that were placed before their pages said so.
alter table public.orders add column is_named boolean not null default false;

-- The buyer asked for one more program, knowing of the one under way.
alter table public.orders add column is_wanted_again boolean not null default false;

-- The paid order that this one seems to repeat: the same person, product and number.
alter table public.orders add column repeats_order_id uuid references public.orders (id) on delete set null;
create index orders_repeats_order_id_idx on public.orders (repeats_order_id) where repeats_order_id is not null;
