-- A program that was bought for somebody else's number, beside one's own: it was said at the button, so the order keeps it. It cannot be told
-- later from the numbers, which change. The buyer's name stays on such an order; its messages greet nobody by it.
alter table public.orders add column is_gift boolean not null default false;

-- Until now a gift had lost its buyer's name, and its number is neither that of the account nor that of the program bought first.
with programs as (
  select orders.id, orders.user_id, orders.name, subscriptions.created_at,
    right(regexp_replace(coalesce(subscriptions.phone, orders.phone), '[^0-9]', '', 'g'), 10) as number,
    row_number() over (partition by orders.user_id order by subscriptions.created_at, orders.id) as place,
    first_value(right(regexp_replace(coalesce(subscriptions.phone, orders.phone), '[^0-9]', '', 'g'), 10))
      over (partition by orders.user_id order by subscriptions.created_at, orders.id) as first_number
  from public.orders join public.subscriptions on subscriptions.order_id = orders.id
  where orders.user_id is not null
)
update public.orders set is_gift = true
from programs left join auth.users on users.id = programs.user_id
where orders.id = programs.id and programs.place > 1 and programs.name is null
  and programs.number is distinct from programs.first_number
  and programs.number is distinct from right(regexp_replace(
    coalesce(users.raw_user_meta_data ->> 'phone', users.raw_user_meta_data ->> 'phone_number', ''), '[^0-9]', '', 'g'), 10);
