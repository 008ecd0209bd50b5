-- Every payment page sends its order's id, so no order says whether its page does.
alter table public.orders drop column is_named;
