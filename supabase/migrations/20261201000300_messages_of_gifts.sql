-- When somebody read what was sent to them is theirs to know: to its buyer a gift's messages are no rows. The columns of a row cannot be left out of
-- some, and whoever may not see the order is shown none of its messages either.
grant select (is_gift) on public.orders to authenticated;
drop policy "a user reads their own messages" on public.messages;
create policy "a user reads their own messages" on public.messages for select to authenticated
  using (
    user_id = (select auth.uid()) and (kind <> 'checklist' or asked_as = 'own')
    and (subscription_id is null or exists (
      select from public.subscriptions join public.orders on orders.id = order_id
      where subscriptions.id = messages.subscription_id and not is_gift)));
