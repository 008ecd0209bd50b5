-- What a gift's reader has got and read is theirs to know: its buyer is told that it was sent, as in the cabinet. Rights stay as they are.
create or replace function public.export_message(message public.messages) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('id', message.id, 'kind', message.kind, 'category', message.category,
      'subcategory', message.subcategory, 'created_at', message.created_at)
    || case when message.kind = 'answer' then jsonb_build_object('text', message.text) else '{}' end
    || case
      when message.kind = 'checklist' and message.asked_as is distinct from 'own' then '{}'
      when exists (select from public.subscriptions join public.orders on orders.id = subscriptions.order_id
        where subscriptions.id = message.subscription_id and orders.is_gift)
        then jsonb_build_object('subscription_id', message.subscription_id, 'day', message.day, 'sent_at', message.sent_at)
      else jsonb_build_object(
        'subscription_id', message.subscription_id, 'day', message.day, 'recipient_name', message.recipient_name,
        'status', message.status, 'sent_at', message.sent_at, 'delivered_at', message.delivered_at, 'read_at', message.read_at,
        'failed_at', message.failed_at) end
$$;
