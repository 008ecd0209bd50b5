-- What the buyer of a consultation still owes: its price was lowered by a program that lowered another one first, or whose
-- money went back before this one was paid. The owner decides whether to ask for it.
alter table public.orders
  add column due_tiyn integer not null default 0 check (due_tiyn >= 0 and due_tiyn <= deposit_tiyn),
  -- Which question to the status service comes next, from 0. Only that one is asked, so a repeated job begins no second row
  -- of questions.
  add column turn integer not null default 0;
grant select (due_tiyn) on public.orders to authenticated;

-- A program whose money went back lowers nothing that is not paid yet.
update public.deposit_uses set released_at = now()
from public.orders as program, public.orders as consultation
where program.id = deposit_uses.program_order_id and program.state <> 'paid'
  and consultation.id = deposit_uses.order_id and consultation.state <> 'paid'
  and deposit_uses.released_at is null;

-- Orders placed without signing in used to carry the account that their lead was linked to by its e-mail alone.
update public.orders set user_id = null, lead_id = null
from public.quiz_leads
where quiz_leads.id = orders.lead_id and quiz_leads.ownership <> 'own' and orders.state not in ('paid', 'refunded');
