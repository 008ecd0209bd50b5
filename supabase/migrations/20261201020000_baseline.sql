-- The product's tables and functions, for a database in which Supabase, or packages/platform, has
-- made its own. Every table has row security; the API reaches only the grants and policies below.
--
-- Functions that are handed lists set plan_cache_mode = force_custom_plan. PostgreSQL looks a row
-- up in a known list by a hash; a plan for any list, which it keeps after five calls of a session,
-- goes through the whole list at each row: 50,000 messages took 16 times as long to erase.

------------------------------------------------------------------------------------------------
-- Limits
------------------------------------------------------------------------------------------------

-- The product's platform has made this table already. Hosted Supabase has none; its API does not
-- reach this schema.
create schema if not exists platform;
create unlogged table if not exists platform.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
) with (fillfactor = 50);

------------------------------------------------------------------------------------------------
-- Leads
------------------------------------------------------------------------------------------------

-- A lead: one passage through the quiz, saved with its contact. The server saves and checks it. A
-- signed-in user may also save leads of their own, as few and as short as people's are; the
-- server's own checks are narrower.
create table public.quiz_leads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  name text,
  email text,
  phone text,
  quiz_answers jsonb,
  category text,
  locale text,
  country text,
  city text,
  -- Written by the server alone.
  attempt_id uuid unique,
  rules_version text,
  scores jsonb,
  result_token text unique,
  ownership text not null default 'anonymous' check (ownership in ('own', 'linked', 'anonymous')),
  confirmed_at timestamptz,

  constraint quiz_leads_name_length check (length(name) <= 200),
  constraint quiz_leads_email_length check (length(email) <= 254),
  constraint quiz_leads_phone_length check (length(phone) <= 40),
  constraint quiz_leads_category_length check (length(category) <= 16),
  constraint quiz_leads_locale_length check (length(locale) <= 35),
  constraint quiz_leads_country_length check (length(country) <= 100),
  constraint quiz_leads_city_length check (length(city) <= 100),
  -- Measured as text, in which a number written as 1e100000 shows its true size.
  constraint quiz_leads_quiz_answers_length check (length(quiz_answers::text) <= 16384),
  constraint quiz_leads_scores_length check (length(scores::text) <= 1024),
  constraint quiz_leads_rules_version_length check (length(rules_version) <= 100),
  constraint quiz_leads_result_token_length check (length(result_token) <= 200)
);
create index quiz_leads_user_id_created_at_idx on public.quiz_leads (user_id, created_at desc);
create index quiz_leads_created_at_idx on public.quiz_leads (created_at);
create index quiz_leads_email_idx on public.quiz_leads (lower(btrim(email)));
-- Finds who else left a number. The last nine digits do not depend on the rule of phone_digits, so
-- these indexes on leads, orders and subscriptions survive a change of it.
create index quiz_leads_phone_tail_idx on public.quiz_leads (right(regexp_replace(phone, '[^0-9]', '', 'g'), 9));
-- Old leads without an account, which are deleted every night.
create index quiz_leads_of_nobody_idx on public.quiz_leads (created_at) where user_id is null;

alter table public.quiz_leads enable row level security;

-- Column grants decide which columns may be written; policies decide whose rows.
revoke all on public.quiz_leads from anon, authenticated;
grant select on public.quiz_leads to anon, authenticated;
grant insert (name, email, phone, quiz_answers, category, user_id, locale, country, city)
  on public.quiz_leads to authenticated;
grant update (name, phone) on public.quiz_leads to authenticated;
grant all on public.quiz_leads to service_role;

create policy "a user reads their own leads" on public.quiz_leads
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a user leaves their own lead" on public.quiz_leads
  for insert to authenticated with check (user_id = (select auth.uid()));
-- Only leads of ownership 'own'. Anybody who typed a user's e-mail into the quiz holds the attempt
-- and the result's token of a lead linked to that user, so it must never carry what the user
-- writes.
create policy "a user corrects their own leads" on public.quiz_leads
  for update to authenticated
  using (user_id = (select auth.uid()) and ownership = 'own')
  with check (user_id = (select auth.uid()) and ownership = 'own');

-- Proof that a person accepted one version of one text, or took the consent back. Rows are only
-- ever added; the latest one counts.
create table public.consents (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid references public.quiz_leads (id) on delete set null,
  user_id uuid references auth.users (id) on delete set null,
  -- `messages`: the program's messages in WhatsApp, which its buyer may stop and take up again.
  kind text not null check (kind in ('health', 'marketing', 'messages')),
  version text not null,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null default now(),
  ip inet,
  source text,
  act text not null default 'given' check (act in ('given', 'withdrawn'))
);
create index consents_user_id_idx on public.consents (user_id);
create index consents_lead_id_idx on public.consents (lead_id);
create index consents_user_id_kind_idx on public.consents (user_id, kind, accepted_at desc) where user_id is not null;
create index consents_of_nobody_idx on public.consents (accepted_at) where user_id is null and lead_id is null;

alter table public.consents enable row level security;
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated;
grant select, insert on public.consents to service_role;

create policy "a user reads their own consents" on public.consents
  for select to authenticated using (user_id = (select auth.uid()));

-- Returns a phone as WhatsApp addresses it, or null when the text is no phone. The rule of
-- `readPhone` in @app/domain, so that a message's receiver is found when their account is exported
-- and deleted. No index is built on it.
create function public.phone_digits(phone text) returns text language sql immutable set search_path = '' as $$
  select case when completed ~ '^7[346789][0-9]{9}$'
      or completed ~ '^(1[0-9]{10}|86[0-9]{11}|90[0-9]{10}|(375|380|992|994|995|996|998)[0-9]{9}|993[0-9]{8})$'
      -- For all other countries only the limits of E.164 are known.
      or (completed ~ '^[2-9][0-9]{9,14}$' and completed !~ '^(7|86|90|375|380|99[234568])')
    then completed end
  from (
    select case
      -- No country's code begins with 87, so «+8 7…» is the local spelling too.
      when digits ~ '^87[0-9]{9}$' or (digits ~ '^8[0-9]{10}$' and not international) then '7' || substr(digits, 2)
      -- Nor does a number after +7 begin with 0, 1, 2 or 5.
      when digits ~ '^7[0125][0-9]{8}$' or (digits ~ '^7[0-9]{9}$' and not international) then '7' || digits
      else digits
    end as completed
    from (
      select regexp_replace(phone, '[^0-9]', '', 'g') as digits, phone ~ ('^[' || space || ']*\+') as international
      from (values ('\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')) as classes (space)
      where phone !~ ('[^0-9' || space || '+().\u2013\u2014\u2011-]') and phone !~ ('[^' || space || '].*\+')
    ) as written
  ) as read
$$;

-- Returns a name in one line, without invisible characters; null when it is too long or shows
-- nothing. For names that an account says of itself.
create function public.clean_name(name text) returns text language sql immutable set search_path = '' as $$
  select case when length(cleaned) <= 100 and cleaned !~ '^[\s\u115f\u1160\u2800\u3164\uffa0]*$' then cleaned end
  from (
    select btrim(regexp_replace(
      regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]', ' ', 'g'),
      '[\u00ad\u061c\u180e\u200b\u200d-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]', '', 'g')) as cleaned
  ) as read
$$;

-- A lead saved by its signed-in user is their own. Nobody has a hundred of them.
create function public.mark_own_lead() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    if (select count(*) from (
      select from public.quiz_leads where user_id = new.user_id limit 100) as own) = 100 then
      raise exception 'This user has as many leads as a user may have' using errcode = 'PT429';
    end if;
    new.ownership := 'own';
  end if;
  return new;
end
$$;

create trigger quiz_leads_mark_own before insert on public.quiz_leads
  for each row execute function public.mark_own_lead();

-- Holds a lead that a user writes without the server to the server's rules. Values that do not
-- change are not checked.
create function public.check_lead_of_user() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Control characters, characters without width, marks of direction, and letters that fonts leave
  -- blank.
  unseen constant text := '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]';
  refused text;
begin
  if tg_op = 'INSERT' or new.phone is distinct from old.phone then
    refused := case when new.phone is null or new.phone is distinct from '+' || public.phone_digits(new.phone) then 'phone' end;
  end if;
  if refused is null and (tg_op = 'INSERT' or new.name is distinct from old.name) then
    refused := case
      when coalesce(btrim(new.name), '') = '' or length(new.name) > 100 or new.name ~ unseen then 'name' end;
  end if;
  if refused is null and tg_op = 'INSERT' then
    refused := case
      -- A user leaves leads under their own confirmed address alone.
      when lower(new.email) is distinct from (
        select users.email from auth.users where users.id = auth.uid() and email_confirmed_at is not null) then 'email'
      when new.category is null or new.category !~ '^(AA|BB|CC)[12]$' then 'category'
      -- JSON escapes control characters by a backslash, and a backslash by another.
      when jsonb_typeof(new.quiz_answers) is distinct from 'object'
        or new.quiz_answers::text ~ ('(?<!\\)(?:\\\\)*\\(?:u00[01]|[bfnrt])|' || unseen) then 'quiz_answers'
      when new.locale ~ unseen then 'locale'
      when new.country ~ unseen then 'country'
      when new.city ~ unseen then 'city'
    end;
  end if;
  if refused is not null then
    raise exception 'The % of this lead is none that can be saved', refused using errcode = '23514', column = refused;
  end if;
  return new;
end
$$;

create trigger quiz_leads_check before insert or update of name, phone on public.quiz_leads
  for each row when (current_user = 'authenticated') execute function public.check_lead_of_user();

-- Tells who has an account, so only the server may ask.
create function public.get_user_id_by_email(user_email text) returns uuid
  language sql stable security definer set search_path = '' as $$
  select id from auth.users
  where email = lower(btrim(user_email)) and is_sso_user = false and deleted_at is null
$$;

-- A user says that a lead linked to their account without sign-in is theirs: in the cabinet, or to
-- the server while they buy. Returns false when there is no such lead. Its result moves to a new
-- address, 122 random bits long, known to the user alone. For the server and for confirm_lead:
-- `owner` is not checked.
create function public.claim_lead(owner uuid, lead_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update public.quiz_leads set ownership = 'own', confirmed_at = now(),
    result_token = case when result_token is not null then replace(gen_random_uuid()::text, '-', '') end
  where id = claim_lead.lead_id and user_id = claim_lead.owner and ownership = 'linked';
  return found;
end
$$;

create function public.confirm_lead(lead_id uuid) returns boolean
  language sql security definer set search_path = '' as $$
  select public.claim_lead(auth.uid(), lead_id)
$$;

-- The caller says that a lead linked to them without sign-in is not theirs. From then on it belongs
-- to nobody, and neither do the consents that were given with it. The records stay with the lead.
create function public.disown_lead(lead_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  update public.quiz_leads set user_id = null, ownership = 'anonymous', confirmed_at = null
  where id = disown_lead.lead_id and user_id = auth.uid() and ownership = 'linked';
  if not found then
    return false;
  end if;
  update public.consents set user_id = null
  where consents.lead_id = disown_lead.lead_id and user_id = auth.uid();
  return true;
end
$$;

revoke execute on function public.phone_digits, public.clean_name, public.mark_own_lead, public.check_lead_of_user,
  public.get_user_id_by_email, public.claim_lead from public, anon, authenticated;
revoke execute on function public.confirm_lead, public.disown_lead from public, anon;

-- The checklists: files that anyone may download.
insert into storage.buckets (id, name, public) values ('public-downloads', 'public-downloads', true)
on conflict (id) do nothing;

------------------------------------------------------------------------------------------------
-- Visits
------------------------------------------------------------------------------------------------

-- How far each passage through the quiz got, without answers: told by the page, and read at the
-- owner's desk. A visit knows nothing of a person but the attempt, which leads to a lead once that
-- is saved, and goes with it.
create table public.visits (
  id uuid primary key,
  attempt_id uuid not null,
  began_at timestamptz not null,
  -- Written by its default alone.
  seen_at timestamptz not null default now(),
  -- A digest of the texts that were shown.
  texts text not null,
  language text check (language ~ '^[a-z]{2,3}$'),
  utm_source text check (length(utm_source) <= 40),
  utm_medium text check (length(utm_medium) <= 40),
  utm_campaign text check (length(utm_campaign) <= 40),
  referrer text check (length(referrer) <= 100),
  -- The furthest step that was on screen, and how long each was looked at.
  step smallint not null check (step between 1 and 30),
  seconds smallint[] not null default '{}' check (cardinality(seconds) <= 30),
  finished boolean not null,
  -- A page gives its visits a token that it got from the server; anybody may tell of a visit
  -- without.
  proven boolean not null default true,
  -- The token's own part, so that it proves one visit.
  token text unique check (length(token) <= 40)
);
create index visits_began_at_idx on public.visits (began_at);
create index visits_attempt_id_idx on public.visits (attempt_id);

alter table public.visits enable row level security;
revoke all on public.visits from anon, authenticated, service_role;
grant select on public.visits to service_role;

-- A deleted lead takes its visits along, however it is deleted.
create function public.forget_visits_of_leads() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.visits where attempt_id in (select attempt_id from gone where attempt_id is not null);
  return null;
end
$$;

create trigger quiz_leads_forget_visits after delete on public.quiz_leads referencing old table as gone
  for each statement execute function public.forget_visits_of_leads();

revoke execute on function public.forget_visits_of_leads from public, anon, authenticated, service_role;

------------------------------------------------------------------------------------------------
-- Orders and payments
------------------------------------------------------------------------------------------------

-- The number of an order with the payment provider. At its start the server moves the sequence into
-- the range of its environment.
create sequence public.orders_inv_id_seq as integer no cycle;

-- One purchase at one price. Money is whole tiyn.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  inv_id integer not null unique default nextval('public.orders_inv_id_seq') check (inv_id > 0),
  product text not null check (product in ('subscription', 'consultation')),
  price_tiyn integer not null check (price_tiyn > 0),
  deposit_tiyn integer not null default 0 check (deposit_tiyn >= 0),
  charge_tiyn integer not null check (charge_tiyn > 0),
  currency text not null default 'KZT' check (currency = 'KZT'),
  state text not null default 'created' check (state in ('created', 'paid', 'failed', 'refunded', 'expired')),
  -- Placed in the provider's test mode, where no money moves.
  test boolean not null default false,

  user_id uuid references auth.users (id) on delete set null,
  lead_id uuid references public.quiz_leads (id) on delete set null,
  email text,
  name text,
  phone text,
  category text check (category in ('A', 'B', 'C')),
  subcategory text check (subcategory in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
  -- The button that began it.
  source text,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  paid_at timestamptz,

  -- How often the status service was asked about it, and its last answer.
  asked integer not null default 0,
  asked_at timestamptz,
  provider_standing text,

  receipt_sent_at timestamptz,
  owner_notified_at timestamptz,

  -- The part of the deposit that the buyer of a consultation still owes: the program that lowered
  -- its price lowered another one first, or its money went back before this order was paid. The
  -- owner decides about asking for it.
  due_tiyn integer not null default 0,
  -- The number of the next question to the status service, from 0. Only that one is asked, so a
  -- repeated job begins no second row of questions.
  turn integer not null default 0,
  -- The account was signed in when the order was placed. An order that came to an account by its
  -- e-mail alone was placed by anybody, with a number of theirs.
  placed_signed_in boolean not null default false,
  -- A program that was bought for somebody else's number, said at the button; numbers change, so it
  -- cannot be told from them later. The buyer's name stays on the order, and no message uses it.
  is_gift boolean not null default false,
  -- Its payment page is opened with the order's id (`Shp_order`), so money without it is not for
  -- it.
  is_named boolean not null default false,
  -- The buyer asked for one more program, knowing of the one under way.
  is_wanted_again boolean not null default false,
  -- The paid order that this one seems to repeat: the same person, product and number.
  repeats_order_id uuid references public.orders (id) on delete set null,

  check ((paid_at is not null) = (state in ('paid', 'refunded'))),
  check (due_tiyn >= 0 and due_tiyn <= deposit_tiyn)
);
alter sequence public.orders_inv_id_seq owned by public.orders.inv_id;

create index orders_user_id_idx on public.orders (user_id, created_at desc) where user_id is not null;
create index orders_lead_id_idx on public.orders (lead_id) where lead_id is not null;
create index orders_repeats_order_id_idx on public.orders (repeats_order_id) where repeats_order_id is not null;
-- Not partial: the planner has no statistics about the expression of a partial index, and takes one
-- address for a two-hundredth of all rows.
create index orders_email_idx on public.orders (lower(email));
create index orders_trimmed_email_idx on public.orders (lower(btrim(email)));
create index orders_phone_tail_idx on public.orders (right(regexp_replace(phone, '[^0-9]', '', 'g'), 9));
create index orders_waiting_idx on public.orders (created_at) where state = 'created';
-- The orders that a visit may have led to, by the lead's account.
create index orders_paid_user_idx on public.orders (user_id, product, paid_at) where paid_at is not null and user_id is not null;
-- Lists of the desk, by the day of the payment or else of the order.
create index orders_happened_idx on public.orders ((coalesce(paid_at, created_at)) desc, id desc);
create index orders_state_happened_idx on public.orders (state, (coalesce(paid_at, created_at)) desc, id desc);
create index orders_paid_at_idx on public.orders (paid_at) where paid_at is not null;
create index orders_due_idx on public.orders ((coalesce(paid_at, created_at)) desc, id desc) where due_tiyn > 0;
-- Old orders without an account, which are made anonymous every night.
create index orders_of_nobody_idx on public.orders (greatest(created_at, paid_at))
  where user_id is null and coalesce(email, name, phone, category, subcategory, lead_id::text) is not null;

-- Browsers remember an order by an intent. Several intents may continue one order; a secret proves
-- that the asker made one.
create table public.order_intents (
  intent_id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  secret_sha256 text not null check (secret_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
create index order_intents_order_id_idx on public.order_intents (order_id);

-- A paid program lowers one consultation's price, once: at most one use of it stands, and each
-- order has at most one.
create table public.deposit_uses (
  -- The deposit is claimed first, so that the order is written once with the charge that follows.
  order_id uuid primary key references public.orders (id) on delete cascade deferrable initially deferred,
  program_order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Given back when the order expired unpaid.
  released_at timestamptz
);
create unique index deposit_uses_once_idx on public.deposit_uses (program_order_id) where released_at is null;
create index deposit_uses_program_order_id_idx on public.deposit_uses (program_order_id);

-- Every call of the payment provider, exactly as it came, with what was made of it. Only the same
-- call word for word is counted on the row it already has.
create table public.payment_events (
  id bigint generated always as identity primary key,
  provider text not null,
  -- `result`: the signed notice of a payment; `status`: an answer of the status service.
  operation text not null check (operation in ('result', 'status')),
  inv_id integer,
  order_id uuid references public.orders (id) on delete set null,
  verdict text not null,
  -- The provider's signature was right. Of calls without one, which anybody could have sent, a
  -- bounded number is kept.
  authentic boolean not null,
  method text not null,
  headers jsonb not null default '{}',
  body text not null,
  received_at timestamptz not null default now(),
  repeats integer not null default 0,
  repeated_at timestamptz,
  -- A column, so that words may be taken out of a body later without two rows becoming one.
  body_sha256 text not null
);
create unique index payment_events_once_idx
  on public.payment_events (provider, inv_id, operation, verdict, body_sha256) where authentic;
create index payment_events_bounded_idx on public.payment_events (id) where not authentic;
create index payment_events_order_id_idx on public.payment_events (order_id);
create index payment_events_inv_id_idx on public.payment_events (inv_id);

-- Acts of administrators on orders. Rows are only ever added; each act is done to an order once.
create table public.order_acts (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  act text not null check (act in ('refunded')),
  -- Null for the service key, and for an administrator whose account is gone.
  actor uuid references auth.users (id) on delete set null,
  -- How far the program had got, for the sum to be given back.
  program_day integer,
  acted_at timestamptz not null default now(),
  unique (order_id, act)
);
create index order_acts_actor_idx on public.order_acts (actor) where actor is not null;
create index order_acts_acted_at_idx on public.order_acts (acted_at);

-- Paid consultations whose buyer deleted their account before they were held. A row stays until the
-- owner is told, which takes a minute, so that she can give the money back; it names the order and
-- nobody.
create table public.left_consultations (
  order_id uuid primary key references public.orders (id) on delete cascade,
  left_at timestamptz not null default now()
);

alter table public.orders enable row level security;
alter table public.order_intents enable row level security;
alter table public.deposit_uses enable row level security;
alter table public.payment_events enable row level security;
alter table public.order_acts enable row level security;
alter table public.left_consultations enable row level security;

revoke all on public.orders, public.order_intents, public.deposit_uses, public.payment_events from anon, authenticated;
revoke all on public.order_acts, public.left_consultations from anon, authenticated, service_role;
revoke all on sequence public.orders_inv_id_seq from anon, authenticated;
grant all on public.orders, public.order_intents, public.deposit_uses, public.payment_events to service_role;
grant usage, select on sequence public.orders_inv_id_seq to service_role;
grant select, insert on public.order_acts to service_role;

-- A buyer sees the purchase and its state, and nothing of how it is worked on.
grant select (id, inv_id, product, price_tiyn, deposit_tiyn, charge_tiyn, due_tiyn, currency, state, test, user_id,
  category, subcategory, created_at, paid_at, is_gift) on public.orders to authenticated;
create policy "a user reads their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

-- Written where the order loses its buyer: an account is deleted by the database itself, also where
-- the product's server is not asked.
create function public.note_left_consultation() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.consultations where consultations.order_id = new.id and consultations.state = 'held'
  ) then
    insert into public.left_consultations (order_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;

-- An order that is made anonymous for its age, years later, is left out.
create trigger orders_left after update of user_id, email on public.orders
  for each row when (
    new.product = 'consultation' and new.state = 'paid' and not new.test
    and new.user_id is null and new.email is null
    and (old.user_id is not null or old.email is not null)
    and new.paid_at > now() - interval '1 year'
  )
  execute function public.note_left_consultation();

-- Takes the payer out of the provider's calls about orders: the e-mail, and the account or card.
create function public.strip_payment_calls(order_ids uuid[]) returns void
  language sql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  update public.payment_events
  set body = regexp_replace(
      regexp_replace(body, '(^|[&?])(e-?mail=)[^&]*', '\1\2', 'gi'),
      '(<(\w+:)?(IncAccount|Email)>)[^<]*', '\1', 'gi')
  where order_id = any (order_ids)
    or inv_id = any (array(select inv_id from public.orders where id = any (order_ids)))
$$;

revoke execute on function public.note_left_consultation from public, anon, authenticated, service_role;
revoke execute on function public.strip_payment_calls from public, anon, authenticated;

------------------------------------------------------------------------------------------------
-- Subscriptions and messages
------------------------------------------------------------------------------------------------

-- People as WhatsApp knows them. A person may hide their phone; then WhatsApp's own id is all there
-- is.
create table public.message_contacts (
  id uuid primary key default gen_random_uuid(),
  phone text unique check (phone ~ '^[1-9][0-9]{9,14}$'),
  -- WhatsApp's own form of the phone, where that differs.
  wa_id text unique,
  whatsapp_user_id text unique,
  -- Opens 24 hours in which anything may be sent, not only approved templates.
  last_inbound_at timestamptz,
  opted_out_at timestamptz,
  -- When the person wrote the request to stop or to start that counts.
  command_at timestamptz,
  created_at timestamptz not null default now(),
  -- The owner said that nothing is left to answer; this holds wherever the conversation is shown.
  answered_at timestamptz,
  check (phone is not null or whatsapp_user_id is not null)
);
create index message_contacts_last_idx on public.message_contacts (greatest(created_at, last_inbound_at))
  where opted_out_at is null;

-- The right to five daily messages after a paid program: one order starts at most one. It belongs
-- to the buyer of its order.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references public.orders (id) on delete cascade,
  phone text,
  -- The last day whose message was sent; 0 before the first.
  current_day integer not null default 0 check (current_day between 0 and 5),
  state text not null default 'active' check (state in ('active', 'finished', 'cancelled')),
  -- The day of the purchase in the buyer's time zone.
  started_on date not null,
  timezone text not null default 'Asia/Almaty',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_sent_on date,
  -- How often the program was begun, and when for the last time where that was not at its purchase.
  round integer not null default 1,
  begun_at timestamptz,
  -- A program that the owner halts waits where it is.
  paused_at timestamptz,
  -- The number that WhatsApp gave a day's message back for. While the program writes there, nothing
  -- is promised and nothing sent.
  unreached_contact_id uuid references public.message_contacts (id) on delete set null
);
comment on column public.subscriptions.phone is 'Where its messages go in place of the order''s phone; null while they are the same.';

create index subscriptions_active_idx on public.subscriptions (id) where state = 'active';
create index subscriptions_phone_tail_idx on public.subscriptions (right(regexp_replace(phone, '[^0-9]', '', 'g'), 9));
create index subscriptions_unreached_idx on public.subscriptions (unreached_contact_id)
  where unreached_contact_id is not null;

-- One text for one person, and how far it got. This table is the queue: next_attempt_at says when a
-- message is due.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('checklist', 'daily', 'manual', 'reply', 'answer')),
  contact_id uuid not null references public.message_contacts (id),
  user_id uuid references auth.users (id) on delete set null,
  category text check (category in ('A', 'B', 'C')),
  subcategory text check (subcategory in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
  subscription_id uuid references public.subscriptions (id) on delete cascade,
  -- Counts how often the program was begun, so that a program begun again sends its days again.
  round integer,
  day integer check (day between 1 and 5),
  -- The program moves on when this message is accepted.
  moves_progress boolean not null default false,
  recipient_name text,
  reply text check (reply in ('opted_out', 'opted_in')),
  created_at timestamptz not null default now(),
  deadline timestamptz not null,

  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'delivered', 'read')),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  failure text,
  error_code integer,

  send_state text not null default 'waiting' check (send_state in ('waiting', 'sending', 'unknown', 'done')),
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  resends integer not null default 0,
  unknown_since timestamptz,
  must_use_template boolean not null default false,
  -- The provider's id of the copy that counts, and those of copies it reported as failed.
  provider_message_id text unique,
  failed_provider_ids text[] not null default '{}',

  -- For the limits of checklists: how the asker stands to the number, and from where they asked.
  -- The address is a keyed digest, and is taken out once its day is over.
  asked_as text check (asked_as in ('own', 'lead', 'stranger')),
  asked_from text,
  -- The owner's own answer: free text, sent inside the 24-hour window or not at all.
  text text,
  -- A day's message that the plan has queued goes out in the hours of a morning; one that was sent
  -- by hand goes at once.
  keeps_hours boolean not null default false,

  check ((send_state = 'done') = (next_attempt_at is null)),
  check ((kind = 'daily') = (subscription_id is not null and round is not null) or kind = 'manual'),
  check (kind not in ('daily', 'manual') or day is not null),
  check ((kind = 'reply') = (reply is not null)),
  constraint messages_answer_check check ((kind = 'answer') = (text is not null))
);
-- Exactly one message for one day of one program.
create unique index messages_one_a_day_idx on public.messages (subscription_id, round, day) where kind = 'daily';
create index messages_due_idx on public.messages (next_attempt_at) where send_state <> 'done';
create index messages_contact_created_idx on public.messages (contact_id, created_at desc);
create index messages_checklists_created_idx on public.messages (created_at) where kind = 'checklist';
create index messages_user_idx on public.messages (user_id, created_at desc) where user_id is not null;
create index messages_asked_from_idx on public.messages (asked_from) where asked_from is not null;
create index messages_subscription_idx on public.messages (subscription_id, created_at desc) where subscription_id is not null;
create index messages_of_nobody_idx on public.messages (created_at) where user_id is null and subscription_id is null;
-- Messages that did not arrive and should have, newest first.
create index messages_undelivered_idx on public.messages (failed_at desc, id desc)
  where status = 'failed' and failure not in ('withheld', 'reset', 'paused', 'cancelled');

-- Reports of the provider, one row a fact; the same report again is no new fact.
create table public.message_events (
  -- In the order of arrival.
  id bigint generated always as identity primary key,
  provider text not null,
  -- `status:<message>:<status>` or `message:<message>`.
  event_key text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  tries integer not null default 0,
  unique (provider, event_key)
);
-- Events are taken in this order; after an outage thousands of them wait.
create index message_events_unhandled_idx on public.message_events (tries, id) where handled_at is null;
create index message_events_received_idx on public.message_events (received_at);
-- By the person or message that they name.
create index message_events_message_idx on public.message_events ((payload ->> 'providerMessageId'));
create index message_events_wa_id_idx on public.message_events ((payload ->> 'waId'));
create index message_events_whatsapp_user_idx on public.message_events ((payload ->> 'whatsappUserId'));

-- Messages that people wrote to us.
create table public.inbound_messages (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.message_contacts (id) on delete cascade,
  provider_message_id text not null unique,
  type text not null,
  text text,
  written_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- A request to the mailing itself: it is obeyed at once, and nobody waits for an answer to it.
  command text check (command in ('stop', 'start'))
);
create index inbound_messages_contact_idx on public.inbound_messages (contact_id, written_at desc);
create index inbound_messages_received_idx on public.inbound_messages (received_at);

-- One row a provider: closed for everybody while the account may not send.
create table public.message_channels (
  provider text primary key,
  paused_until timestamptz,
  pause_code integer,
  -- When WhatsApp last refused a template, and when a message was last given up.
  template_refused_at timestamptz,
  undelivered_at timestamptz
);

-- The provider's calls about messages, byte for byte as they came: signed bytes are kept before
-- they are understood. A call may hold thousands of facts; `items_done` of them are in
-- message_events. The job that reads a call also notes its names, a bounded number at a time; until
-- then a call is looked through as it stands.
create table public.message_calls (
  -- In the order of arrival.
  id bigint generated always as identity primary key,
  provider text not null,
  body bytea not null,
  -- The provider repeats a call until it is answered; the same bytes are the same call.
  body_sha256 text not null check (body_sha256 ~ '^[0-9a-f]{64}$'),
  received_at timestamptz not null default now(),
  items_done integer not null default 0,
  read_at timestamptz,
  tries integer not null default 0,
  names_done integer not null default 0,
  named_at timestamptz,
  unique (provider, body_sha256)
);
create index message_calls_unread_idx on public.message_calls (id) where read_at is null;
create index message_calls_received_idx on public.message_calls (received_at);
create index message_calls_unnamed_idx on public.message_calls (id) where named_at is null;

-- Calls by the names in them: digests of everything that may be the name of a person or of a
-- message. No foreign key: one call may name forty thousand, and looking each of them up would take
-- longer than all the rest.
create table public.message_call_names (
  name_digest bytea not null,
  call_id bigint not null,
  primary key (name_digest, call_id)
);
create index message_call_names_call_id_idx on public.message_call_names (call_id);

-- Requests for silence of people about whom nothing else is kept: a keyed digest, which tells the
-- number to nobody, and is found again only by whoever has the number.
create table public.message_opt_outs (
  id_digest text primary key check (id_digest ~ '^[0-9a-f]{64}$'),
  opted_out_at timestamptz not null,
  command_at timestamptz
);
create table public.message_opt_out_key (
  one boolean primary key default true check (one),
  key text not null
);
insert into public.message_opt_out_key (key) values (gen_random_uuid()::text || gen_random_uuid()::text);

-- Checklists of deleted accounts. The limits must outlive an account, or they would begin anew with
-- each new one. Of each checklist stays when it was asked for, and from where and for which number,
-- as keyed digests; for two days, which is longer than any limit looks back.
create table public.erased_checklists (
  id bigint generated always as identity primary key,
  number_digest text check (number_digest ~ '^[0-9a-f]{64}$'),
  asked_as text check (asked_as in ('own', 'lead', 'stranger')),
  asked_from text,
  status text not null,
  failure text,
  created_at timestamptz not null
);
create index erased_checklists_created_at_idx on public.erased_checklists (created_at);

alter table public.message_contacts enable row level security;
alter table public.subscriptions enable row level security;
alter table public.messages enable row level security;
alter table public.message_events enable row level security;
alter table public.inbound_messages enable row level security;
alter table public.message_channels enable row level security;
alter table public.message_calls enable row level security;
alter table public.message_call_names enable row level security;
alter table public.message_opt_outs enable row level security;
alter table public.message_opt_out_key enable row level security;
alter table public.erased_checklists enable row level security;

revoke all on public.subscriptions, public.message_contacts, public.messages, public.message_events,
  public.inbound_messages, public.message_channels, public.message_calls from anon, authenticated;
revoke all on public.message_call_names, public.message_opt_outs, public.message_opt_out_key, public.erased_checklists
  from anon, authenticated, service_role;
grant all on public.subscriptions, public.message_contacts, public.messages, public.message_events,
  public.inbound_messages, public.message_channels, public.message_calls to service_role;

grant select on public.subscriptions to authenticated;
create policy "a user reads their own subscriptions" on public.subscriptions
  for select to authenticated using (
    exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid())));

-- A user sees how far each message got, and nothing of how it is sent. Of checklists only those to
-- the user's own number: of another's they would tell that its owner is silent, and when they read.
-- A gift's messages are its reader's: its buyer sees none of them.
grant select (id, kind, category, subcategory, subscription_id, day, user_id, created_at, status, sent_at, delivered_at, read_at, failed_at)
  on public.messages to authenticated;
create policy "a user reads their own messages" on public.messages for select to authenticated
  using (
    user_id = (select auth.uid()) and (kind <> 'checklist' or asked_as = 'own')
    and (subscription_id is null or exists (
      select from public.subscriptions join public.orders on orders.id = order_id
      where subscriptions.id = messages.subscription_id and not is_gift)));

-- Without the key every request for silence would be a row that nobody finds again, so a missing
-- key is an error.
create function public.opt_out_digest(whatsapp_id text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  secret text;
begin
  select key into secret from public.message_opt_out_key;
  if secret is null then
    raise exception 'message_opt_out_key is empty' using hint = 'Restore its row from a backup: a new key finds no old request.';
  end if;
  return encode(sha256(convert_to(secret || ':' || whatsapp_id, 'UTF8')), 'hex');
end
$$;

-- A number that comes back brings its request for silence along; from then on the contact carries
-- it.
create function public.recall_opt_out() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  recalled record;
begin
  for recalled in
    delete from public.message_opt_outs
    where id_digest in (
      public.opt_out_digest(new.phone), public.opt_out_digest(new.wa_id), public.opt_out_digest(new.whatsapp_user_id))
    returning opted_out_at, command_at
  loop
    new.opted_out_at := coalesce(new.opted_out_at, recalled.opted_out_at);
    new.command_at := greatest(new.command_at, recalled.command_at);
  end loop;
  return new;
end
$$;

create trigger message_contacts_recall_opt_out before insert or update of phone, wa_id, whatsapp_user_id
  on public.message_contacts for each row execute function public.recall_opt_out();

-- Eight bytes: among the calls of a week no two names share them. This and the next function name
-- all they use, instead of setting a search path, so that they become part of the statements that
-- call them.
create function public.name_digest(name text) returns bytea language sql stable as $$
  select pg_catalog.substr(pg_catalog.sha256(pg_catalog.convert_to(name, 'UTF8')), 1, 8)
$$;

-- Returns the texts of a call, and everything between them: JSON cut at every quotation mark. Bytes
-- outside of ASCII are written out, and so are backslashes, so that nothing is lost when it is put
-- together again.
create function public.call_texts(body bytea) returns table (text text, place bigint)
  language sql immutable as $$
  select * from pg_catalog.string_to_table(pg_catalog.encode(body, 'escape'), '"') with ordinality
$$;

create function public.forget_call_names() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.message_call_names where call_id = old.id;
  return null;
end
$$;

create trigger message_calls_forget_names after delete on public.message_calls
  for each row execute function public.forget_call_names();

-- Takes people who go by one of these names out of the provider's calls and reports. A call may
-- speak of several people. One that was read has told what it knew of them; of one that was not,
-- everybody else's part is still to be told, so it only forgets whose the rest was. The reader
-- leaves that out and drops the call. Calls come before reports, so that nothing the reader takes
-- out in the meantime is missed. Calls without noted names are looked through.
create function public.erase_from_calls(names text[]) returns void
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  digests bytea[] := array(select public.name_digest(name) from unnest(names) as given (name));
  call_ids bigint[] := array(
    select call_id from public.message_call_names where name_digest = any (digests)
    union
    select id from public.message_calls
    where named_at is null and exists (select from public.call_texts(body) as texts where texts.text = any (names)));
begin
  update public.message_calls
  set body = (
    select decode(string_agg(case when text = any (names) then 'erased' else text end, '"' order by place), 'escape')
    from public.call_texts(body))
  where read_at is null and id = any (call_ids);
  delete from public.message_calls where read_at is not null and id = any (call_ids);
  delete from public.message_call_names where name_digest = any (digests);
  delete from public.message_events
  where payload ->> 'providerMessageId' = any (names)
    or payload ->> 'waId' = any (names)
    or payload ->> 'whatsappUserId' = any (names);
end
$$;

-- Returns the provider's names of these messages.
create function public.provider_names(message_ids uuid[]) returns text[]
  language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select array(
    select distinct name
    from public.messages, unnest(array_append(failed_provider_ids, provider_message_id)) as sent (name)
    where id = any (message_ids) and name is not null)
$$;

-- Deletes messages; their checklists go on counting.
create function public.erase_messages(message_ids uuid[]) returns void
  language sql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with erased as (
    delete from public.messages where id = any (message_ids)
    returning kind, contact_id, asked_as, asked_from, status, failure, created_at
  )
  insert into public.erased_checklists (number_digest, asked_as, asked_from, status, failure, created_at)
  select case when phone is not null then public.opt_out_digest(phone) end, asked_as, asked_from, status, failure,
    erased.created_at
  from erased join public.message_contacts on message_contacts.id = contact_id
  -- The address it was asked from is kept as long as a limit may count it.
  where kind = 'checklist' and asked_from is not null
$$;

revoke execute on function public.opt_out_digest, public.recall_opt_out, public.name_digest, public.call_texts,
  public.forget_call_names, public.erase_from_calls, public.provider_names, public.erase_messages
  from public, anon, authenticated;

------------------------------------------------------------------------------------------------
-- Analytics
------------------------------------------------------------------------------------------------

-- Facts that the server tells analytics: written in the transaction of the fact, removed once the
-- provider has taken them. The id follows from the fact, so that the same fact twice is one event,
-- here and at the provider.
create table public.analytics_events (
  id uuid primary key,
  name text not null,
  -- A user's id, or the id of an order or a contact: never a name, an address or a phone.
  distinct_id text not null,
  is_user boolean not null,
  properties jsonb not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index analytics_events_created_at on public.analytics_events (created_at);
create index analytics_events_distinct_id_idx on public.analytics_events (distinct_id);

-- People whom the analytics provider has to forget, because their account is gone. Removed once it
-- has been told.
create table public.analytics_erasures (
  user_id uuid primary key,
  asked_at timestamptz not null default now()
);

-- One row, written by the server at its start: true when the provider can be told. Without it
-- nothing is noted.
create table public.analytics_switches (
  one boolean primary key default true check (one),
  erases_people boolean not null
);

alter table public.analytics_events enable row level security;
alter table public.analytics_erasures enable row level security;
alter table public.analytics_switches enable row level security;
revoke all on public.analytics_events, public.analytics_erasures, public.analytics_switches from anon, authenticated;
grant all on public.analytics_events, public.analytics_erasures, public.analytics_switches to service_role;

-- Runs in the transaction that deletes the user, however that happens.
create function public.note_analytics_erasure() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.analytics_switches where erases_people) then
    insert into public.analytics_erasures (user_id) values (old.id) on conflict do nothing;
  end if;
  return old;
end
$$;

create trigger users_note_analytics_erasure after delete on auth.users
  for each row execute function public.note_analytics_erasure();

revoke execute on function public.note_analytics_erasure from public, anon, authenticated;

------------------------------------------------------------------------------------------------
-- Staff: the owner (role 'admin'), assistants and technicians
------------------------------------------------------------------------------------------------

-- The staff, so that nobody has to read every account to find the few. The role itself is in the
-- account; on hosted Supabase auth.users belongs to another role, which allows a trigger and no
-- index.
create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'assistant', 'technician'))
);

-- Roles and addresses of the staff over time, so that the journal names people as they were called
-- at the moment of a deed. Rows are only ever added; three years after the last row of somebody
-- without a role they may go, as the audit does.
create table public.staff_history (
  id bigint generated always as identity primary key,
  -- No foreign key: the row outlives the account.
  user_id uuid not null,
  email text,
  -- Null: from then on they have none.
  role text check (role in ('admin', 'assistant', 'technician')),
  since timestamptz not null default now()
);
create index staff_history_user_idx on public.staff_history (user_id, since desc, id desc);

-- Refused sign-ins of the staff. Anybody can ask for codes of a staff address and answer them
-- wrongly, which would fill the journal. Of one account and kind the first of an hour is
-- journalled, then the tenth, the hundredth, each with how many they were.
create table public.refused_sign_ins (
  user_id uuid references auth.users (id) on delete cascade,
  method text,
  since timestamptz not null default now(),
  times integer not null default 1,
  primary key (user_id, method)
);

alter table public.staff enable row level security;
alter table public.staff_history enable row level security;
alter table public.refused_sign_ins enable row level security;
revoke all on public.staff, public.staff_history, public.refused_sign_ins from anon, authenticated, service_role;

create function public.audit_role_of(metadata jsonb) returns text language sql immutable set search_path = '' as $$
  select case when metadata ->> 'role' in ('admin', 'assistant', 'technician') then metadata ->> 'role' else 'user' end
$$;

-- Refuses changes, also by the table's owner, who needs no grant.
create function public.keep_staff_history() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.staff where user_id = old.user_id) and not exists (
    select from public.staff_history as known
    where known.user_id = old.user_id and known.since >= now() - interval '3 years') then
    return old;
  end if;
  raise exception 'Who worked here stays as it is' using errcode = 'insufficient_privilege';
end
$$;

create trigger staff_history_keep before update or delete on public.staff_history
  for each row execute function public.keep_staff_history();
create trigger staff_history_keep_all before truncate on public.staff_history
  for each statement execute function public.keep_staff_history();

create function public.note_staff() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  role_now text := nullif(public.audit_role_of(new.raw_app_meta_data), 'user');
begin
  if role_now is null then
    delete from public.staff where user_id = new.id;
  else
    insert into public.staff (user_id, role) values (new.id, role_now)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  insert into public.staff_history (user_id, email, role) values (new.id, new.email, role_now);
  return null;
end
$$;

create trigger users_note_new_staff after insert on auth.users
  for each row when (new.raw_app_meta_data ->> 'role' in ('admin', 'assistant', 'technician'))
  execute function public.note_staff();
create trigger users_note_staff after update of raw_app_meta_data on auth.users
  for each row when (old.raw_app_meta_data ->> 'role' is distinct from new.raw_app_meta_data ->> 'role')
  execute function public.note_staff();

create function public.note_staff_address() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_history (user_id, email, role)
  values (new.id, new.email, public.audit_role_of(new.raw_app_meta_data));
  return null;
end
$$;

create trigger users_note_staff_address after update of email on auth.users
  for each row when (old.email is distinct from new.email and new.deleted_at is null
    and new.raw_app_meta_data ->> 'role' in ('admin', 'assistant', 'technician')
    and old.raw_app_meta_data ->> 'role' is not distinct from new.raw_app_meta_data ->> 'role')
  execute function public.note_staff_address();

revoke execute on function public.audit_role_of, public.keep_staff_history, public.note_staff, public.note_staff_address
  from public, anon, authenticated, service_role;

------------------------------------------------------------------------------------------------
-- Audit
------------------------------------------------------------------------------------------------

-- Deeds done to accounts and by the staff: ids alone, never a name, an address or an answer. An id
-- is exchanged for one that means nobody when its account goes. Rows are only ever added; after
-- three years they may go.
create table public.audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  -- Null where nobody is signed in (the service key, the server itself, a command) and where the
  -- database cannot tell.
  actor uuid,
  actor_role text check (actor_role in ('user', 'admin', 'assistant', 'technician', 'service', 'server', 'command')),
  -- The account it was done to. No foreign key: the row outlives the account.
  subject uuid,
  details jsonb not null default '{}',
  source text not null check (source in ('accounts', 'panel', 'desk', 'server', 'command'))
);
create index audit_events_subject_idx on public.audit_events (subject, at desc);
create index audit_events_actor_idx on public.audit_events (actor) where actor is not null;
create index audit_events_at_idx on public.audit_events (at);
-- The journal of the desk, newest first: all of it, one person's, one member's. Sign-ins of users
-- lie between its rows by the thousand.
create index audit_events_staff_idx on public.audit_events (at desc)
  where source <> 'accounts' or actor_role in ('admin', 'assistant', 'technician')
    or action in ('administrator_appointed', 'administrator_removed', 'assistant_appointed', 'assistant_removed',
      'technician_appointed', 'technician_removed');
create index audit_events_person_idx on public.audit_events ((details ->> 'person'), at desc) where details ? 'person';

alter table public.audit_events enable row level security;
revoke all on public.audit_events from anon, authenticated, service_role;
grant select on public.audit_events to service_role;

-- Everything in one place to read, each fact from the one table that keeps it.
create view public.audit_trail with (security_invoker = true) as
  select at, action, actor, actor_role, subject, details, source from public.audit_events
  union all
  select order_acts.acted_at, 'order_' || act, actor, case when actor is null then 'service' else 'admin' end,
    orders.user_id, jsonb_build_object('order', order_id, 'programDay', program_day), 'panel'
  from public.order_acts join public.orders on orders.id = order_acts.order_id;

revoke all on public.audit_trail from anon, authenticated, service_role;
grant select on public.audit_trail to service_role;

-- Refuses changes, also by the table's owner, who needs no grant. Only an id may change, once its
-- account is gone, and only into one that means nobody, too.
create function public.keep_audit_events() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'actor' - 'subject' = to_jsonb(old) - 'actor' - 'subject'
    and (new.actor is null) = (old.actor is null) and (new.subject is null) = (old.subject is null)
    and not exists (
      select from auth.users
      where (new.actor is distinct from old.actor and id in (old.actor, new.actor))
        or (new.subject is distinct from old.subject and id in (old.subject, new.subject))) then
    return new;
  end if;
  raise exception 'What was audited stays as it is' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_events_keep before update or delete on public.audit_events
  for each row execute function public.keep_audit_events();
create trigger audit_events_keep_all before truncate on public.audit_events
  for each statement execute function public.keep_audit_events();

-- The functions below write down what happens to accounts, in the transaction that does it: by a
-- page, by the admin interface, by a command or by SQL.

-- Notes roles, deletion, passwords and addresses. Staff keep their id in their deeds after
-- deletion; other people's is exchanged for one that means nobody.
create function public.audit_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  role_before text := case when tg_op = 'INSERT' then 'user' else public.audit_role_of(old.raw_app_meta_data) end;
  role_after text := case when tg_op = 'DELETE' then 'user' else public.audit_role_of(new.raw_app_meta_data) end;
  account uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  actions text[] := '{}';
begin
  if role_after <> role_before then
    if role_after <> 'user' then
      actions := actions || (case role_after when 'admin' then 'administrator' else role_after end || '_appointed');
    end if;
    if role_before <> 'user' then
      actions := actions || (case role_before when 'admin' then 'administrator' else role_before end || '_removed');
    end if;
  end if;
  if tg_op = 'DELETE' then
    actions := actions || 'account_deleted'::text;
    if role_before <> 'user' then
      insert into public.staff_history (user_id, email) values (old.id, old.email);
    elsif not exists (select from public.staff_history where user_id = old.id) then
      account := gen_random_uuid();
      update public.audit_events
      set actor = case when actor = old.id then account else actor end,
        subject = case when subject = old.id then account else subject end
      where actor = old.id or subject = old.id;
    end if;
  elsif tg_op = 'UPDATE' then
    if new.deleted_at is not null and old.deleted_at is null then
      actions := actions || 'account_deleted'::text;
    else
      if nullif(new.encrypted_password, '') is distinct from nullif(old.encrypted_password, '') then
        actions := actions || case
          when nullif(new.encrypted_password, '') is null then 'password_removed' else 'password_changed' end;
      end if;
      if new.email is distinct from old.email then actions := actions || 'email_changed'::text; end if;
    end if;
  end if;
  insert into public.audit_events (action, subject, source) select unnest(actions), account, 'accounts';
  return null;
end
$$;

create trigger audit_account_made after insert on auth.users
  for each row when (new.raw_app_meta_data ->> 'role' in ('admin', 'assistant', 'technician'))
  execute function public.audit_account();
create trigger audit_account_changed after update of encrypted_password, email, raw_app_meta_data, deleted_at on auth.users
  for each row execute function public.audit_account();
create trigger audit_account_deleted after delete on auth.users
  for each row execute function public.audit_account();

create function public.audit_proof() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_events (action, actor, actor_role, subject, details, source)
  select
    case when new.authentication_method = 'totp' or starts_with(new.authentication_method, 'mfa/')
      then 'second_factor_shown' else 'signed_in' end,
    users.id, public.audit_role_of(users.raw_app_meta_data), users.id,
    jsonb_build_object('method', new.authentication_method), 'accounts'
  from auth.sessions join auth.users on users.id = sessions.user_id
  where sessions.id = new.session_id;
  return null;
end
$$;

-- Sessions that go with their account are not noted.
create function public.audit_ended_sessions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_events (action, subject, details, source)
  select 'sessions_ended', user_id, jsonb_build_object('sessions', count(*)), 'accounts'
  from ended where exists (select from auth.users where users.id = ended.user_id)
  group by user_id;
  return null;
end
$$;

create function public.audit_factor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into public.audit_events (action, subject, details, source)
    select 'second_factor_added', new.user_id, jsonb_build_object('kind', new.factor_type), 'accounts'
    where new.status = 'verified' and old.status <> 'verified';
  else
    insert into public.audit_events (action, subject, details, source)
    select 'second_factor_removed', id, jsonb_build_object('kind', old.factor_type), 'accounts'
    from auth.users where id = old.user_id and old.status = 'verified';
  end if;
  return null;
end
$$;

create function public.note_refused_sign_in(account uuid, way text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  times_now integer;
begin
  if not exists (
    select from auth.users where id = account and public.audit_role_of(raw_app_meta_data) <> 'user') then
    return;
  end if;
  insert into public.refused_sign_ins as known (user_id, method) values (account, way)
  on conflict (user_id, method) do update set
    since = case when known.since > now() - interval '1 hour' then known.since else now() end,
    times = case when known.since > now() - interval '1 hour' then known.times + 1 else 1 end
  returning times into times_now;
  if times_now in (1, 10, 100, 1000, 10000) then
    insert into public.audit_events (action, subject, details, source)
    values ('sign_in_refused', account, jsonb_build_object('method', way, 'times', times_now), 'accounts');
  end if;
end
$$;

-- Notes a wrong code. The row is read as JSON because the hosted service counts its tries
-- elsewhere.
create function public.audit_wrong_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := to_jsonb(old);
  is_now jsonb := to_jsonb(new);
begin
  if (is_now ->> 'tries')::integer > (was ->> 'tries')::integer
    and coalesce(is_now ->> 'used_at', is_now ->> 'verified_at') is null then
    perform public.note_refused_sign_in(
      coalesce((is_now ->> 'user_id')::uuid, (
        select user_id from auth.mfa_factors where id = (is_now ->> 'factor_id')::uuid)),
      case when is_now ? 'factor_id' then 'totp' else 'otp' end);
  end if;
  return null;
end
$$;

-- A passkey opens the desk by itself, so staff who got or lost one are noted, as with second
-- factors. Keys that go with their account are not noted, nor the name that a key was given.
create function public.audit_passkey() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.audit_events (action, subject, source) values ('passkey_added', new.user_id, 'accounts');
  else
    insert into public.audit_events (action, subject, source)
    select 'passkey_removed', id, 'accounts' from auth.users where id = old.user_id;
  end if;
  return null;
end
$$;

-- The hosted service lets migrations watch auth.users, and may keep them off its other tables or
-- not have the last of them; it has a log of its own for those.
do $$
begin
  create trigger audit_proof after insert or update on auth.mfa_amr_claims
    for each row execute function public.audit_proof();
  create trigger audit_ended_sessions after delete on auth.sessions referencing old table as ended
    for each statement execute function public.audit_ended_sessions();
  create trigger audit_factor_accepted after update on auth.mfa_factors
    for each row execute function public.audit_factor();
  create trigger audit_factor_removed after delete on auth.mfa_factors
    for each row execute function public.audit_factor();
  create trigger audit_wrong_code after update on auth.one_time_tokens
    for each row execute function public.audit_wrong_code();
  create trigger audit_wrong_factor_code after update on auth.mfa_challenges
    for each row execute function public.audit_wrong_code();
exception when insufficient_privilege then
  raise notice 'auth.audit_log_entries alone tells of sign-ins here';
end
$$;
do $$
begin
  create trigger audit_passkey after insert or delete on auth.webauthn_credentials
    for each row execute function public.audit_passkey();
exception when insufficient_privilege or undefined_table then
  raise notice 'auth.audit_log_entries alone tells of passkeys here';
end
$$;

-- Nobody changes the address of their account here: that would take an account along to somebody
-- else's mailbox. The platform's sign-in service refuses it by its settings; hosted Supabase has
-- none for that, so it is refused where the wish and its fulfilment are written. An administrator
-- still changes an address, which counts as unproven until it is confirmed.
create function public.keep_address() returns trigger language plpgsql set search_path = '' as $$
begin
  if (coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change)
    or (new.email is distinct from old.email and new.email = old.email_change) then
    raise exception 'the address of an account is not changed by its user' using errcode = 'check_violation';
  end if;
  if new.email is distinct from old.email and old.email is not null
    and new.email_confirmed_at is not distinct from old.email_confirmed_at then
    new.email_confirmed_at := null;
  end if;
  return new;
end
$$;

create trigger users_keep_address before update of email, email_change on auth.users
  for each row execute function public.keep_address();

revoke execute on function public.keep_audit_events, public.audit_account, public.audit_proof, public.audit_ended_sessions,
  public.audit_factor, public.note_refused_sign_in, public.audit_wrong_code, public.audit_passkey
  from public, anon, authenticated, service_role;
revoke execute on function public.keep_address from public, anon, authenticated;

------------------------------------------------------------------------------------------------
-- Alarms, backups and mails to the owner
------------------------------------------------------------------------------------------------

-- The state of each kind of trouble that the owner is told of: one row a kind, for all processes
-- and over restarts.
create table public.incidents (
  kind text primary key,
  seen_at timestamptz,
  bad_since timestamptz,
  opened_at timestamptz,
  calm_since timestamptz,
  ended_at timestamptz,
  reminders integer not null default 0,
  returns integer not null default 0
);

-- Messages to the owner, one row a channel: of an incident, or of something that happened once
-- (`alert`). None is about a person.
create table public.owner_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'telegram')),
  incident text,
  moment text check (moment in ('opened', 'reminded', 'ended')),
  facts jsonb not null default '{}',
  alert text,
  reference text,
  created_at timestamptz not null,
  -- Until it was sent: not before, and how often it failed.
  next_try_at timestamptz not null,
  tries integer not null default 0,
  tried_at timestamptz,
  sent_at timestamptz,
  check ((incident is null) = (moment is null) and (incident is null) <> (alert is null))
);
create index owner_messages_due_idx on public.owner_messages (next_try_at) where sent_at is null;

-- Requests that could not be answered, minute by minute, of all processes together.
create table public.server_errors (
  minute timestamptz primary key,
  count integer not null
);

-- When the job queue last ran its job of every minute.
create table public.job_beats (
  one boolean primary key default true check (one),
  beat_at timestamptz not null
);

-- Each try at a nightly backup. A good one was restored from its place and its rows counted.
create table public.backups (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Its place, name and contents; null for one that failed.
  name text,
  bytes bigint,
  rows bigint,
  files integer,
  -- The reason of a failure: a code, never data.
  failure text,
  check ((name is null) = (failure is not null))
);
create index backups_good_idx on public.backups (ended_at) where name is not null;

-- Since when backups are watched.
create table public.backup_watch (
  one boolean primary key default true check (one),
  since timestamptz not null
);

-- The weeks that the owner was told of by mail, each by its Monday: a week is told once, however
-- many processes there are, and whenever they begin again. The first row says since when weeks are
-- told, and was sent to nobody.
create table public.weekly_mails (
  monday date primary key,
  planned_at timestamptz not null,
  sent_at timestamptz
);

alter table public.incidents enable row level security;
alter table public.owner_messages enable row level security;
alter table public.server_errors enable row level security;
alter table public.job_beats enable row level security;
alter table public.backups enable row level security;
alter table public.backup_watch enable row level security;
alter table public.weekly_mails enable row level security;

revoke all on public.incidents, public.owner_messages, public.server_errors, public.job_beats, public.backups,
  public.backup_watch from anon, authenticated;
revoke all on public.weekly_mails from anon, authenticated, service_role;
grant all on public.incidents, public.owner_messages, public.server_errors, public.job_beats, public.backups,
  public.backup_watch to service_role;

------------------------------------------------------------------------------------------------
-- Desk: people
------------------------------------------------------------------------------------------------

-- The people of the owner's desk: a row a person, read from everything that is theirs and kept
-- ready to be looked through. A person is an account, or a contact as it was typed: the same e-mail
-- and the same phone, together. Contacts that share only one of them are different people until one
-- is proven.
create table public.desk_people (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete cascade,
  -- The contact as typed, `mail|digits`; a number that wrote to us and is nobody's is `|digits`.
  contact_key text unique,

  -- Read from elsewhere, by refresh_desk_person alone.
  name text,
  email text,
  phone text,
  words tsvector not null default '',
  finished_at timestamptz,
  subcategory text,
  source text,
  consents text[] not null default '{}',
  withdrawn text[] not null default '{}',
  opted_out boolean not null default false,
  bought text[] not null default '{}',
  paid_tiyn bigint not null default 0,
  due_tiyn bigint not null default 0,
  last_paid_at timestamptz,
  program_day integer,
  program_state text,
  -- When a program under way last moved; null where none is, or where it was halted by hand.
  program_moved_at timestamptz,
  to_arrange boolean not null default false,
  last_in_at timestamptz,
  last_out_at timestamptz,
  -- Since when somebody waits for an answer.
  waits_since timestamptz,
  -- The order of conversations: people who wait first, the longest wait first; then the newest.
  talk_order double precision,
  active_at timestamptz not null default now(),
  status text not null default 'new' check (status in ('new', 'talking', 'client', 'closed')),

  -- The owner's own marks.
  marked_status text check (marked_status in ('new', 'talking', 'client', 'closed')),
  tags text[] not null default '{}',
  next_contact_on date,
  -- When she said that nothing is left to answer.
  answered_at timestamptz,

  -- Read from elsewhere, too: since when a consultation waits for its time, the first paid one
  -- first.
  arrange_since timestamptz,
  -- They are to be offered nothing.
  declined boolean not null default false,
  -- They may be offered something: they agreed, bought nothing, and neither they nor anybody with
  -- the same e-mail or number has declined.
  agreed boolean not null default false,

  check (num_nonnulls(user_id, contact_key) = 1)
);
create index desk_people_active_idx on public.desk_people (active_at desc, id desc);
create index desk_people_finished_idx on public.desk_people (finished_at desc, id desc) where finished_at is not null;
create index desk_people_next_contact_idx on public.desk_people (next_contact_on, id) where next_contact_on is not null;
create index desk_people_talk_idx on public.desk_people (talk_order, id) where talk_order is not null;
create index desk_people_waits_idx on public.desk_people (talk_order, id) where waits_since is not null;
create index desk_people_program_idx on public.desk_people (program_moved_at) where program_moved_at is not null;
create index desk_people_to_arrange_idx on public.desk_people (active_at desc, id desc) where to_arrange;
create index desk_people_arrange_idx on public.desk_people (arrange_since, id) where arrange_since is not null;
create index desk_people_agreed_idx on public.desk_people (active_at desc, id desc) where agreed;
create index desk_people_due_idx on public.desk_people (active_at desc, id desc) where due_tiyn > 0;
create index desk_people_status_idx on public.desk_people (status, active_at desc, id desc);
create index desk_people_subcategory_idx on public.desk_people (subcategory, active_at desc, id desc);
create index desk_people_source_idx on public.desk_people (source, active_at desc, id desc);
create index desk_people_source_finished_idx on public.desk_people (source, finished_at desc, id desc) where finished_at is not null;
-- Buyers of one product, in the list's order: of twenty thousand the first page is found without a
-- sort.
create index desk_people_program_bought_idx on public.desk_people (active_at desc, id desc) where bought @> array['subscription'];
create index desk_people_consultation_bought_idx on public.desk_people (active_at desc, id desc) where bought @> array['consultation'];
create index desk_people_tags_idx on public.desk_people using gin (tags);
create index desk_people_tagged_idx on public.desk_people (active_at desc) where tags <> '{}';
create index desk_people_words_idx on public.desk_people using gin (words);
create index desk_people_phone_idx on public.desk_people (phone) where phone is not null;
create index desk_people_email_idx on public.desk_people (email) where email is not null;

-- The owner of each lead, order and number in WhatsApp: one person each.
create table public.desk_person_leads (
  lead_id uuid primary key references public.quiz_leads (id) on delete cascade,
  person_id uuid not null references public.desk_people (id) on delete cascade
);
create index desk_person_leads_person_idx on public.desk_person_leads (person_id);

create table public.desk_person_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  person_id uuid not null references public.desk_people (id) on delete cascade
);
create index desk_person_orders_person_idx on public.desk_person_orders (person_id);

create table public.desk_person_contacts (
  contact_id uuid primary key references public.message_contacts (id) on delete cascade,
  person_id uuid not null references public.desk_people (id) on delete cascade,
  -- The account has confirmed the number; else it was only typed.
  is_proven boolean not null,
  -- Since when the number waits for an answer.
  waits_since timestamptz
);
create index desk_person_contacts_person_idx on public.desk_person_contacts (person_id);

-- Notes of the owner and her assistant about a person. Notes about health are not for the
-- assistant.
create table public.desk_notes (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.desk_people (id) on delete cascade,
  text text not null check (length(text) between 1 and 4000),
  about_health boolean not null,
  author uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index desk_notes_person_idx on public.desk_notes (person_id, created_at desc);
create index desk_notes_author_idx on public.desk_notes (author) where author is not null;

-- Filters of the people's list that somebody keeps by a name. One that the installation's own key
-- keeps has no owner, and is one owner's, too.
create table public.desk_named_views (
  id uuid primary key default gen_random_uuid(),
  owner uuid references auth.users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- The words of the page's address, without any person's.
  filter jsonb not null,
  created_at timestamptz not null default now()
);
create unique index desk_named_views_name_idx on public.desk_named_views (owner, name) nulls not distinct;

-- When a paid consultation takes place. Without a row its time is still to be arranged.
create table public.consultations (
  order_id uuid primary key references public.orders (id) on delete cascade,
  state text not null check (state in ('arranged', 'held')),
  starts_at timestamptz not null,
  changed_at timestamptz not null default now()
);
create index consultations_state_idx on public.consultations (state, starts_at);

-- Changes that are not read yet. A writer only adds a row here, so no visitor waits for the desk.
create table public.desk_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('lead', 'order', 'contact', 'user', 'person')),
  ref uuid not null
);
-- Changes of one and the same thing are read together: a message alone changes its contact four
-- times.
create index desk_changes_ref_idx on public.desk_changes (ref);

alter table public.desk_people enable row level security;
alter table public.desk_person_leads enable row level security;
alter table public.desk_person_orders enable row level security;
alter table public.desk_person_contacts enable row level security;
alter table public.desk_notes enable row level security;
alter table public.desk_named_views enable row level security;
alter table public.consultations enable row level security;
alter table public.desk_changes enable row level security;
revoke all on public.desk_people, public.desk_person_leads, public.desk_person_orders, public.desk_person_contacts,
  public.desk_notes, public.desk_named_views, public.consultations, public.desk_changes
  from anon, authenticated, service_role;

------------------------------------------------------------------------------------------------
-- Desk: noting changes
------------------------------------------------------------------------------------------------

create function public.note_desk_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  kind text := tg_argv[0];
  ref uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  if ref is not null then
    insert into public.desk_changes (kind, ref) values (kind, ref);
  end if;
  return null;
end
$$;

create trigger quiz_leads_desk after insert or update of user_id, ownership, name, email, phone, category on public.quiz_leads
  for each row execute function public.note_desk_change('lead', 'id');
create trigger orders_desk after insert or update of state, user_id, lead_id, name, email, phone, due_tiyn on public.orders
  for each row execute function public.note_desk_change('order', 'id');
create trigger subscriptions_desk after insert or update on public.subscriptions
  for each row execute function public.note_desk_change('order', 'order_id');
create trigger consultations_desk after insert or update on public.consultations
  for each row execute function public.note_desk_change('order', 'order_id');
create trigger message_contacts_desk after insert or update on public.message_contacts
  for each row execute function public.note_desk_change('contact', 'id');
create trigger messages_desk after insert or update of status, contact_id on public.messages
  for each row execute function public.note_desk_change('contact', 'contact_id');
create trigger inbound_messages_desk after insert on public.inbound_messages
  for each row execute function public.note_desk_change('contact', 'contact_id');
create trigger consents_desk after insert or update of user_id on public.consents
  for each row execute function public.note_desk_change('lead', 'lead_id');
create trigger consents_desk_user after insert or update of user_id on public.consents
  for each row execute function public.note_desk_change('user', 'user_id');
-- Roles as well (raw_app_meta_data): an account of the staff that left nothing is no person here.
create trigger users_desk after insert or update of email, email_confirmed_at, phone, phone_confirmed_at,
  raw_user_meta_data, raw_app_meta_data on auth.users
  for each row when (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
  execute function public.note_desk_change('user', 'id');

-- A consultation that is called off waits for its time again.
create function public.note_desk_consultation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.desk_changes (kind, ref) values ('order', old.order_id);
  return null;
end
$$;

create trigger consultations_desk_gone after delete on public.consultations
  for each row execute function public.note_desk_consultation();

-- The page tells of its visit as it goes out of sight, which may be after the lead was read.
create function public.note_visit_of_lead() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.desk_changes (kind, ref) select 'lead', id from public.quiz_leads where attempt_id = new.attempt_id;
  return null;
end
$$;

create trigger visits_desk_told after insert on public.visits
  for each row execute function public.note_visit_of_lead();
create trigger visits_desk_moved after update on public.visits
  for each row when (new.attempt_id <> old.attempt_id) execute function public.note_visit_of_lead();

-- A request for silence stops every program that writes to that number, whoever bought it, and
-- nobody with that number is offered anything. So those orders and people are read anew, and the
-- same for the number that the contact had.
create function public.note_desk_silence() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.desk_changes (kind, ref)
  select 'order', order_id from public.subscriptions
  where state = 'active' and right(regexp_replace(phone, '[^0-9]', '', 'g'), 9) in (right(new.phone, 9), right(old.phone, 9))
  union
  select 'order', orders.id from public.orders join public.subscriptions on subscriptions.order_id = orders.id
  where subscriptions.state = 'active' and subscriptions.phone is null
    and right(regexp_replace(orders.phone, '[^0-9]', '', 'g'), 9) in (right(new.phone, 9), right(old.phone, 9))
  union
  select 'person', id from public.desk_people where phone in (new.phone, old.phone);
  return null;
end
$$;

create trigger message_contacts_silent after insert on public.message_contacts
  for each row when (new.opted_out_at is not null) execute function public.note_desk_silence();
-- Not only updates of opted_out_at: recall_opt_out sets it before the row is kept.
create trigger message_contacts_silenced after update on public.message_contacts
  for each row when (
    (old.opted_out_at is null) <> (new.opted_out_at is null)
    or (old.phone is distinct from new.phone and new.opted_out_at is not null))
  execute function public.note_desk_silence();

-- An order that names its buyer no more is nobody's at once.
create function public.forget_desk_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_person_orders where order_id = new.id;
  return null;
end
$$;

create trigger orders_desk_forget after update on public.orders
  for each row when (new.user_id is null and coalesce(new.email, new.name, new.phone) is null)
  execute function public.forget_desk_order();

-- A contact that was typed is a person as long as something of theirs is left; the owner's notes
-- about them go with it.
create function public.forget_desk_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_people
  where id = old.person_id and user_id is null and not starts_with(contact_key, '|')
    and not exists (select from public.desk_person_leads where person_id = old.person_id)
    and not exists (select from public.desk_person_orders where person_id = old.person_id);
  if not found then
    insert into public.desk_changes (kind, ref) values ('person', old.person_id);
  end if;
  return null;
end
$$;

create trigger desk_person_leads_gone after delete on public.desk_person_leads
  for each row execute function public.forget_desk_person();
create trigger desk_person_orders_gone after delete on public.desk_person_orders
  for each row execute function public.forget_desk_person();

create function public.forget_desk_number() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_people
  where id = old.person_id and user_id is null and starts_with(contact_key, '|')
    and not exists (select from public.desk_person_leads where person_id = old.person_id)
    and not exists (select from public.desk_person_orders where person_id = old.person_id)
    and not exists (select from public.desk_person_contacts where person_id = old.person_id);
  insert into public.desk_changes (kind, ref) values ('contact', old.contact_id), ('person', old.person_id);
  return null;
end
$$;

create trigger desk_person_contacts_gone after delete on public.desk_person_contacts
  for each row execute function public.forget_desk_number();

------------------------------------------------------------------------------------------------
-- Desk: reading changes
------------------------------------------------------------------------------------------------

-- Returns the row of an account, or of a contact as it was typed; made when it is new. Null for
-- neither.
create function public.desk_person_of(account_id uuid, typed_email text, typed_phone text) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  key text := coalesce(lower(btrim(typed_email)), '') || '|' || coalesce(public.phone_digits(typed_phone), '');
  found_id uuid;
begin
  if account_id is not null then
    insert into public.desk_people (user_id) values (account_id) on conflict (user_id) do nothing;
    select id into found_id from public.desk_people where user_id = account_id;
  elsif key <> '|' then
    insert into public.desk_people (contact_key) values (key) on conflict (contact_key) do nothing;
    select id into found_id from public.desk_people where contact_key = key;
  end if;
  return found_id;
end
$$;

-- Moves the owner's marks and notes to the person somebody turned out to be.
create function public.move_desk_marks(from_id uuid, to_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  update public.desk_notes set person_id = to_id where person_id = from_id;
  update public.desk_people target
  set tags = array(select distinct tag from unnest(target.tags || source.tags) as tag order by tag),
    marked_status = coalesce(target.marked_status, source.marked_status),
    next_contact_on = coalesce(target.next_contact_on, source.next_contact_on),
    answered_at = greatest(target.answered_at, source.answered_at)
  from public.desk_people source
  where target.id = to_id and source.id = from_id;
end
$$;

-- Something of `was` turned out to be another's. A typed contact that is left with nothing was that
-- other person all along.
create function public.leave_desk_person(was uuid, is_now uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.desk_people where id = was and user_id is null)
    and not exists (select from public.desk_person_leads where person_id = was)
    and not exists (select from public.desk_person_orders where person_id = was) then
    perform public.move_desk_marks(was, is_now);
    delete from public.desk_people where id = was;
  end if;
  insert into public.desk_changes (kind, ref) values ('person', was);
end
$$;

-- Places an account that somebody has entered. Staff, present and former, are no people of the desk
-- unless they left something of their own: their own trial of the quiz, a note about them.
create function public.place_desk_account(account_id uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  account record;
begin
  select exists (select from public.staff_history where user_id = account_id) as is_or_was_staff into account
  from auth.users
  where id = account_id and (email_confirmed_at is not null or phone_confirmed_at is not null);
  if not found then
    return null;
  end if;
  if not account.is_or_was_staff then
    return public.desk_person_of(account_id, null, null);
  end if;
  delete from public.desk_people
  where user_id = account_id and tags = '{}' and marked_status is null and next_contact_on is null
    and not exists (select from public.desk_person_leads where person_id = desk_people.id)
    and not exists (select from public.desk_person_orders where person_id = desk_people.id)
    and not exists (select from public.desk_person_contacts where person_id = desk_people.id)
    and not exists (select from public.desk_notes where person_id = desk_people.id);
  return (select id from public.desk_people where user_id = account_id);
end
$$;

-- Places a lead. Only leads of ownership 'own' are an account's: one that was linked by its e-mail
-- may be anybody's.
create function public.place_desk_lead(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  lead record;
  was uuid;
  is_now uuid;
begin
  select user_id, ownership, email, phone into lead from public.quiz_leads where id = placed_id;
  if not found then
    return null;
  end if;
  is_now := public.desk_person_of(case when lead.ownership = 'own' then lead.user_id end, lead.email, lead.phone);
  select person_id into was from public.desk_person_leads where lead_id = placed_id;
  if is_now is null or is_now is not distinct from was then
    return is_now;
  end if;
  if was is null then
    insert into public.desk_person_leads (lead_id, person_id) values (placed_id, is_now) on conflict do nothing;
    return is_now;
  end if;
  update public.desk_person_leads set person_id = is_now where lead_id = placed_id;
  perform public.leave_desk_person(was, is_now);
  return is_now;
end
$$;

-- Places an order: with its account; with the person whose result it was bought from, if under the
-- same e-mail; else with the contact that was typed.
create function public.place_desk_order(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  bought record;
  was uuid;
  is_now uuid;
begin
  select orders.user_id, orders.lead_id, orders.email, orders.name, orders.phone, quiz_leads.email as lead_email into bought
  from public.orders left join public.quiz_leads on quiz_leads.id = lead_id where orders.id = placed_id;
  if not found or (bought.user_id is null and coalesce(bought.email, bought.name, bought.phone) is null) then
    return null;
  end if;
  if bought.user_id is null and lower(btrim(bought.lead_email)) = lower(btrim(bought.email)) then
    is_now := public.place_desk_lead(bought.lead_id);
  end if;
  is_now := coalesce(is_now, public.desk_person_of(bought.user_id, bought.email, bought.phone));
  select person_id into was from public.desk_person_orders where order_id = placed_id;
  if is_now is null or is_now is not distinct from was then
    return is_now;
  end if;
  if was is null then
    insert into public.desk_person_orders (order_id, person_id) values (placed_id, is_now) on conflict do nothing;
    return is_now;
  end if;
  update public.desk_person_orders set person_id = is_now where order_id = placed_id;
  perform public.leave_desk_person(was, is_now);
  return is_now;
end
$$;

-- Places a number: with the account that has confirmed it; where none has, with the one person who
-- paid with it or has a program that writes to it, else with the one who typed it, both as not
-- confirmed; else it is a row of its own as soon as it wrote to us. Anybody could take a
-- conversation with such a row by typing its number, so an order takes none that has begun: it
-- counts when nothing had been written from there, or where the conversation is already. An order
-- that an account has by its e-mail alone says nothing about the number's owner.
create function public.place_desk_contact(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  contact record;
  confirmed uuid[] := '{}';
  paid uuid[];
  typed uuid[];
  was uuid;
  is_now uuid;
begin
  select phone, last_inbound_at into contact from public.message_contacts where id = placed_id;
  if not found then
    return null;
  end if;
  select person_id into was from public.desk_person_contacts where contact_id = placed_id;
  if contact.phone is not null then
    confirmed := array(
      select desk_people.id from public.desk_people join auth.users on users.id = desk_people.user_id
      where users.phone = contact.phone and users.phone_confirmed_at is not null);
    with placed as (
      select person_id, state = 'paid' as is_paid, orders.created_at
      from public.desk_person_orders join public.orders on orders.id = order_id join public.desk_people on desk_people.id = person_id
      where right(regexp_replace(orders.phone, '[^0-9]', '', 'g'), 9) = right(contact.phone, 9)
        and public.phone_digits(orders.phone) = contact.phone and (desk_people.user_id is null or placed_signed_in)
      union all
      select person_id, true, orders.created_at
      from public.messages
      join public.subscriptions on subscriptions.id = messages.subscription_id
      join public.orders on orders.id = subscriptions.order_id
      join public.desk_person_orders on desk_person_orders.order_id = orders.id
      join public.desk_people on desk_people.id = person_id
      where messages.contact_id = placed_id and messages.sent_at is not null and orders.state = 'paid'
        and (desk_people.user_id is null or placed_signed_in)
    ), counted as (
      select person_id, is_paid from placed
      where person_id = was or contact.last_inbound_at is null or (was is null and contact.last_inbound_at >= created_at
        and not exists (
          select from public.inbound_messages where contact_id = placed_id and written_at < placed.created_at))
    )
    select coalesce(array_agg(distinct person_id) filter (where is_paid), '{}'), array_agg(distinct person_id) into paid, typed
    from counted;
    if paid = '{}' then
      typed := array(
        select person_id from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
        where right(regexp_replace(quiz_leads.phone, '[^0-9]', '', 'g'), 9) = right(contact.phone, 9)
          and public.phone_digits(quiz_leads.phone) = contact.phone
        union
        select unnest(typed));
    end if;
  end if;
  is_now := case
    when cardinality(confirmed) = 1 then confirmed[1]
    when exists (select from public.desk_people where id = was and starts_with(contact_key, '|')) then was
    when cardinality(paid) = 1 then paid[1]
    when paid = '{}' and cardinality(typed) = 1 then typed[1] end;
  if is_now is null and contact.last_inbound_at is not null then
    is_now := public.desk_person_of(null, null, contact.phone);
    if is_now is null then
      insert into public.desk_people (contact_key) values ('|' || placed_id) on conflict (contact_key) do nothing;
      select id into is_now from public.desk_people where contact_key = '|' || placed_id::text;
    end if;
  end if;

  if is_now is null then
    return was;
  end if;
  insert into public.desk_person_contacts (contact_id, person_id, is_proven)
  values (placed_id, is_now, cardinality(confirmed) = 1)
  on conflict (contact_id) do update set person_id = excluded.person_id, is_proven = excluded.is_proven
  where (desk_person_contacts.person_id, desk_person_contacts.is_proven) is distinct from (excluded.person_id, excluded.is_proven);
  if was is not null and was <> is_now then
    -- The number was a row of its own and turned out to be somebody's.
    if exists (select from public.desk_people where id = was and starts_with(contact_key, '|'))
      and not exists (select from public.desk_person_leads where person_id = was)
      and not exists (select from public.desk_person_orders where person_id = was)
      and not exists (select from public.desk_person_contacts where person_id = was) then
      perform public.move_desk_marks(was, is_now);
      delete from public.desk_people where id = was;
    end if;
    insert into public.desk_changes (kind, ref) values ('person', was);
  end if;
  return is_now;
end
$$;

-- Returns the words a person is found by: each word of the name, the address, and the number from
-- its beginning, without the country's code and by its last digits. Very long words are cut: an
-- index takes none beyond 2,046 bytes.
create function public.desk_words(name text, email text, phone text) returns tsvector language sql immutable as $$
  select pg_catalog.array_to_tsvector(array(
    select distinct pg_catalog.left(word, 100)
    from pg_catalog.unnest(
      pg_catalog.regexp_split_to_array(pg_catalog.replace(pg_catalog.lower(coalesce(name, '')), 'ё', 'е'), '[\s,.;:()«»"-]+')
      || array[pg_catalog.lower(email), phone, pg_catalog.substr(phone, 2), pg_catalog.right(phone, 7),
        pg_catalog.right(phone, 4)]) as word
    where word <> ''))
$$;

-- Returns where an attempt came from: the source of its first visit. The page tells of that visit
-- when the quiz ends, beside the lead; a visit told of later led to no lead.
create function public.desk_source(attempt uuid) returns text language sql stable set search_path = '' as $$
  select told.source
  from (
    select coalesce(utm_source, referrer) as source, began_at from public.visits
    where visits.attempt_id = attempt order by began_at, id limit 1) as told
  join public.quiz_leads on quiz_leads.attempt_id = attempt and told.began_at < created_at + interval '10 minutes'
$$;

-- True for a number that only a gift ties to a buyer. It is its recipient's, and so are its
-- messages and its request for silence. It stays where the desk shows it until somebody has proven
-- it.
create function public.is_gift_number(asked_contact_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  with number as (
    select contact_id, person_id, phone
    from public.desk_person_contacts join public.message_contacts on message_contacts.id = contact_id
    where contact_id = asked_contact_id and not is_proven
  ), ties as (
    select is_gift
    from number
    join public.desk_person_orders bought on bought.person_id = number.person_id
    join public.orders on orders.id = bought.order_id
    left join public.subscriptions on subscriptions.order_id = orders.id
    where public.phone_digits(orders.phone) = number.phone or public.phone_digits(subscriptions.phone) = number.phone
      or exists (
        select from public.messages
        where messages.subscription_id = subscriptions.id and messages.contact_id = number.contact_id)
    union all
    select false
    from number
    join public.desk_person_leads left_by on left_by.person_id = number.person_id
    join public.quiz_leads on quiz_leads.id = lead_id
    where public.phone_digits(quiz_leads.phone) = number.phone
    union all
    select false
    from number join public.desk_people on desk_people.id = number.person_id join auth.users on users.id = desk_people.user_id
    where public.phone_digits(coalesce(raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number')) = number.phone
  )
  select coalesce(bool_and(is_gift), false) from ties
$$;

-- Returns a person's programs, their own and those they gave, as each stands now. One that waits
-- for another of its number has moved when its number last heard a program.
create function public.desk_programs(asked_person_id uuid)
  returns table (id uuid, is_gift boolean, phone text, state text, current_day integer, paused_at timestamptz, bought_at timestamptz,
    moved_at timestamptz, is_stopped boolean)
  language sql stable security definer set search_path = '' as $$
  select programs.id, orders.is_gift, number.phone, programs.state, programs.current_day, programs.paused_at, programs.created_at,
    greatest(
      coalesce(
        (select max(sent_at) from public.messages where subscription_id = programs.id and kind = 'daily'),
        programs.begun_at, programs.created_at),
      (select max(sent_at) from public.messages where contact_id = contacts.id and kind = 'daily')),
    programs.state = 'active' and contacts.opted_out_at is not null
  from public.desk_person_orders bought
  join public.orders on orders.id = bought.order_id
  join public.subscriptions programs on programs.order_id = orders.id
  cross join lateral (select public.phone_digits(coalesce(programs.phone, orders.phone)) as phone) as number
  left join public.message_contacts contacts on contacts.phone = number.phone
  where bought.person_id = asked_person_id
$$;

-- Reads a person anew from all that is theirs. The numbers of gifts are no numbers of the buyer,
-- and their programs none of the buyer's own.
create function public.refresh_desk_person(refreshed_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  person record;
  account record;
  leads record;
  newest record;
  bought record;
  program record;
  stands_since timestamptz;
  talk record;
  given record;
  answered timestamptz;
  waits timestamptz;
  declines boolean;
  is_agreed boolean;
  their_name text;
  their_email text;
  their_phone text;
begin
  select * into person from public.desk_people where id = refreshed_id for update;
  if not found then
    return;
  end if;
  select email, public.clean_name(raw_user_meta_data ->> 'name') as name, created_at,
    case when phone_confirmed_at is not null then phone end as phone,
    coalesce(raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number') as said_phone
  into account from auth.users where id = person.user_id;

  select quiz_leads.name, quiz_leads.email, quiz_leads.phone, quiz_leads.created_at, case when rules_version is not null or ownership <> 'own' then quiz_leads.category end as category into newest
  from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
  where person_id = refreshed_id order by quiz_leads.created_at desc limit 1;

  -- An order of the provider's test mode moves no money, so it makes nobody a client.
  select count(*) as count,
    (array_agg(orders.name order by orders.created_at desc) filter (where orders.name is not null))[1] as name,
    (array_agg(orders.email order by orders.created_at desc) filter (where orders.email is not null))[1] as email,
    (array_agg(orders.phone order by orders.created_at desc) filter (where orders.phone is not null and not is_gift))[1] as phone,
    coalesce(array_agg(distinct product) filter (where state = 'paid' and not test), '{}') as products,
    coalesce(sum(charge_tiyn) filter (where state = 'paid' and not test), 0) as paid_tiyn,
    coalesce(sum(due_tiyn) filter (where state = 'paid' and not test), 0) as due_tiyn,
    max(paid_at) filter (where not test) as paid_at, max(orders.created_at) as created_at,
    coalesce(bool_or(state = 'paid' and not test and product = 'consultation'
      and not exists (select from public.consultations where consultations.order_id = orders.id)), false) as to_arrange,
    min(paid_at) filter (where state = 'paid' and not test and product = 'consultation'
      and not exists (select from public.consultations where consultations.order_id = orders.id)) as arrange_since,
    coalesce(bool_or(state = 'refunded' and not test), false) as is_refunded,
    -- Anybody may buy under somebody's e-mail, with a phone of their own.
    (array_agg(orders.phone order by orders.created_at desc)
      filter (where orders.phone is not null and not is_gift and (person.user_id is null or placed_signed_in)))[1] as own_phone
  into bought
  from public.desk_person_orders join public.orders on orders.id = order_id where person_id = refreshed_id;

  -- Their own program: of those under way the one that goes first, else the newest.
  select current_day, state, paused_at into program
  from public.desk_programs(refreshed_id) where not is_gift
  order by state = 'active' and paused_at is null desc, state = 'active' desc,
    case when state = 'active' and paused_at is null then bought_at end, bought_at desc
  limit 1;
  -- The moment since which the longest of all programs under way, gifts among them, may stand. A
  -- stopped one stands at once.
  select min(case when is_stopped then 'epoch' else moved_at end) into stands_since
  from public.desk_programs(refreshed_id) where state = 'active' and paused_at is null;

  select count(*) as count, max(last_inbound_at) as last_in_at, coalesce(bool_or(opted_out_at is not null and not is_gift), false) as opted_out,
    (array_agg(phone order by is_proven desc, last_inbound_at desc nulls last) filter (where not is_gift))[1] as phone,
    max((select max(sent_at) from public.messages where messages.contact_id = message_contacts.id)) as last_out_at,
    greatest(max(message_contacts.answered_at), max((select max(created_at) from public.messages
      where messages.contact_id = message_contacts.id and kind = 'answer' and status <> 'failed'))) as answered_at
  into talk
  from public.desk_person_contacts join public.message_contacts on message_contacts.id = contact_id
  cross join lateral (select public.is_gift_number(contact_id) as is_gift) as given
  where person_id = refreshed_id;

  if person.user_id is null and newest.created_at is null and bought.count = 0
    and (talk.count = 0 or not starts_with(person.contact_key, '|')) then
    delete from public.desk_people where id = refreshed_id;
    return;
  end if;

  select coalesce(array_agg(kind) filter (where act = 'given'), '{}') as given,
    coalesce(array_agg(kind) filter (where act = 'withdrawn'), '{}') as withdrawn
  into given
  from (
    select distinct on (kind) kind, act from (
      select kind, act, accepted_at, consents.id from public.desk_person_leads
      join public.consents on consents.lead_id = desk_person_leads.lead_id where person_id = refreshed_id
      union
      select kind, act, accepted_at, consents.id from public.consents
      where user_id = person.user_id
        and not exists (select from public.quiz_leads where quiz_leads.id = consents.lead_id and ownership = 'linked')) as acts
    order by kind, accepted_at desc, id) as latest;

  answered := greatest(talk.answered_at, person.answered_at);
  -- A person with two numbers waits at each: neither an answer nor the owner's mark at one counts
  -- at the other.
  update public.desk_person_contacts theirs set waits_since = asked.since
  from (
    select contacts.contact_id, (
      select min(written_at) from public.inbound_messages
      where inbound_messages.contact_id = contacts.contact_id and type <> 'reaction' and command is null
        and written_at > coalesce(greatest(person.answered_at, message_contacts.answered_at, (
          select max(created_at) from public.messages
          where messages.contact_id = contacts.contact_id and kind = 'answer' and status <> 'failed')), '-infinity')) as since
    from public.desk_person_contacts contacts join public.message_contacts on message_contacts.id = contacts.contact_id
    where contacts.person_id = refreshed_id) as asked
  where theirs.contact_id = asked.contact_id and theirs.waits_since is distinct from asked.since;
  select min(waits_since) into waits from public.desk_person_contacts where person_id = refreshed_id;

  -- An account may say anything of itself.
  their_name := left(coalesce(nullif(btrim(account.name), ''), newest.name, bought.name), 200);
  their_email := lower(btrim(coalesce(account.email, newest.email, bought.email)));
  their_phone := coalesce(
    public.phone_digits(account.phone), public.phone_digits(newest.phone), public.phone_digits(bought.own_phone),
    public.phone_digits(account.said_phone), talk.phone, public.phone_digits(bought.phone));

  -- Nothing is offered after a consent was taken back, silence was asked for or money was given
  -- back, nor to others with the same e-mail or number, nor to anybody with those of an account
  -- that has not agreed: its owner could not take back what others ticked.
  declines := 'marketing' = any (given.withdrawn) or talk.opted_out or bought.is_refunded;
  is_agreed := newest.created_at is not null and 'marketing' = any (given.given) and bought.products = '{}' and not declines
    and not exists (select from public.message_contacts where message_contacts.phone = their_phone and opted_out_at is not null)
    and not exists (
      select from (
        select id, declined, user_id, consents from public.desk_people where email = their_email
        union all
        select id, declined, user_id, consents from public.desk_people where phone = their_phone) as other
      where other.id <> refreshed_id
        and (other.declined or (other.user_id is not null and not 'marketing' = any (other.consents))));
  if (person.declined or declines
      or (person.user_id is not null and not ('marketing' = any (person.consents) and 'marketing' = any (given.given))))
    and (person.declined, 'marketing' = any (person.consents), person.email, person.phone)
      is distinct from (declines, 'marketing' = any (given.given), their_email, their_phone) then
    insert into public.desk_changes (kind, ref)
    select 'person', alike.id
    from (
      select id from public.desk_people where email = any (array[person.email, their_email])
      union
      select id from public.desk_people
      where phone = any (array[person.phone, their_phone] || array(
        select message_contacts.phone from public.desk_person_contacts
        join public.message_contacts on message_contacts.id = contact_id where person_id = refreshed_id))) as alike
    join public.desk_people on desk_people.id = alike.id
    where alike.id <> refreshed_id and finished_at is not null and 'marketing' = any (consents) and desk_people.bought = '{}';
  end if;
  update public.desk_people set
    name = their_name,
    email = their_email,
    phone = their_phone,
    words = public.desk_words(their_name, their_email, their_phone),
    finished_at = newest.created_at,
    subcategory = case when right(newest.category, 2) in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2') then right(newest.category, 2) end,
    -- The first source stays, also once its visit is forgotten.
    source = coalesce(person.source, (
      select told.source
      from (
        select attempt_id from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
        where person_id = refreshed_id order by quiz_leads.created_at limit 20) as first_leads
      cross join lateral (select public.desk_source(attempt_id) as source) as told
      where told.source is not null limit 1)),
    consents = given.given,
    withdrawn = given.withdrawn,
    opted_out = talk.opted_out,
    declined = declines,
    agreed = is_agreed,
    bought = bought.products,
    paid_tiyn = bought.paid_tiyn,
    due_tiyn = bought.due_tiyn,
    last_paid_at = bought.paid_at,
    program_day = program.current_day,
    program_state = case when program.state = 'active' and program.paused_at is not null then 'paused' else program.state end,
    program_moved_at = stands_since,
    to_arrange = bought.to_arrange,
    arrange_since = bought.arrange_since,
    last_in_at = talk.last_in_at,
    last_out_at = talk.last_out_at,
    waits_since = waits,
    talk_order = case
      when waits is not null then extract(epoch from waits) - 1e10
      else 1e10 - extract(epoch from greatest(talk.last_in_at, talk.last_out_at)) end,
    active_at = coalesce(
      greatest(newest.created_at, bought.created_at, bought.paid_at, talk.last_in_at), account.created_at, person.active_at),
    status = coalesce(person.marked_status, case
      when bought.products <> '{}' then 'client'
      when answered is not null then 'talking'
      else 'new' end)
  where id = refreshed_id;
end
$$;

-- Reads so many changes, oldest first, with all that waits of the same things, and returns how many
-- there were. Few at a time: every other change of a person waits for it.
create function public.take_desk_changes(most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  oldest uuid[] := array(select ref from (select id, ref from public.desk_changes order by id limit most) as first);
  change record;
  person uuid;
  people uuid[] := '{}';
  count integer := 0;
  number_id uuid;
begin
  for change in
    with taken as (
      delete from public.desk_changes where ref = any (oldest) returning kind, ref
    ), counted as (select kind, ref, sum(count(*)) over () as total from taken group by kind, ref)
    select * from counted order by array_position(array['user', 'lead', 'order', 'contact', 'person'], kind), ref
  loop
    count := change.total;
    person := case change.kind
      when 'lead' then public.place_desk_lead(change.ref)
      when 'order' then public.place_desk_order(change.ref)
      when 'contact' then public.place_desk_contact(change.ref)
      when 'user' then public.place_desk_account(change.ref)
      else change.ref end;
    continue when person is null;
    people := people || person;
    -- A number that they left may be theirs by now.
    if change.kind in ('lead', 'order') then
      for number_id in
        select message_contacts.id from public.message_contacts
        where phone = (case change.kind
          when 'lead' then (select public.phone_digits(phone) from public.quiz_leads where id = change.ref)
          else (select public.phone_digits(phone) from public.orders where id = change.ref) end)
      loop
        people := people || public.place_desk_contact(number_id);
      end loop;
    end if;
  end loop;
  for person in select distinct id from unnest(people) as id where id is not null order by id loop
    perform public.refresh_desk_person(person);
  end loop;
  return count;
end
$$;

revoke execute on function public.note_desk_change, public.note_desk_consultation, public.note_visit_of_lead,
  public.note_desk_silence, public.forget_desk_order, public.forget_desk_person, public.forget_desk_number,
  public.desk_person_of, public.move_desk_marks, public.leave_desk_person, public.place_desk_account,
  public.place_desk_lead, public.place_desk_order, public.place_desk_contact, public.desk_words, public.desk_source,
  public.is_gift_number, public.desk_programs, public.refresh_desk_person, public.take_desk_changes
  from public, anon, authenticated, service_role;

------------------------------------------------------------------------------------------------
-- Export and deletion of a person's data
------------------------------------------------------------------------------------------------

-- Lists the files of an account, for its deletion: bytes lie outside of the database and go before
-- the account.
create function public.list_account_files(account_id uuid)
  returns table (bucket_id text, name text)
  language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name from storage.objects
  where objects.owner_id = account_id::text or objects.owner = account_id
  order by objects.bucket_id, objects.name
  limit 1000
$$;

-- Finds everything of an account: by its id; by its address, once that is proven, where no account
-- is named; by its phones. A typed number proves nothing, and neither does a payment, so an account
-- has the contacts of phones that auth has confirmed. Of the other numbers it left it has those
-- that nobody ever wrote from; they are deleted with it and not exported.
create function public.account_traces(account_id uuid, out address text, out lead_ids uuid[], out order_ids uuid[],
    out subscription_ids uuid[], out contact_ids uuid[], out typed_contact_ids uuid[])
  language plpgsql stable security definer set search_path = '' as $$
declare
  confirmed text;
  paid text[];
  held text[] := '{}';
  typed text[] := '{}';
  digits text;
begin
  select case when email_confirmed_at is not null then lower(email) end,
    case when phone_confirmed_at is not null then public.phone_digits(phone) end
  into address, confirmed
  from auth.users where id = account_id;

  lead_ids := array(
    select id from public.quiz_leads
    where user_id = account_id or (user_id is null and lower(btrim(email)) = address));
  order_ids := array(
    select id from public.orders where user_id = account_id
    union
    select id from public.orders where user_id is null and lower(btrim(email)) = address
    union
    select id from public.orders where user_id is null and lead_id = any (lead_ids));
  subscription_ids := array(
    select id from public.subscriptions where order_id = any (order_ids));
  paid := array(
    select public.phone_digits(phone) from public.orders where id = any (order_ids) and state = 'paid');
  -- One number after the other, so that each is looked for by the last nine digits, which have an
  -- index.
  for digits in
    select public.phone_digits(phone) from public.quiz_leads where id = any (lead_ids)
    union select public.phone_digits(phone) from public.orders where id = any (order_ids)
    union select public.phone_digits(phone) from public.subscriptions where id = any (subscription_ids)
  loop
    continue when digits is null
      or exists (
        select from public.orders other
        where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
          and public.phone_digits(other.phone) = digits and not other.id = any (order_ids)
          and (other.state = 'paid' or not digits = any (paid)))
      or exists (
        select from public.subscriptions other
        where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
          and public.phone_digits(other.phone) = digits and not other.id = any (subscription_ids));
    if digits = any (paid) then
      held := held || digits;
    elsif not exists (
      select from public.quiz_leads other
      where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
        and public.phone_digits(other.phone) = digits and not other.id = any (lead_ids)) then
      typed := typed || digits;
    end if;
  end loop;

  contact_ids := array(
    select id from public.message_contacts
    where phone = confirmed
      -- A checklist sent to somebody else's number only means that the number was typed.
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id
          and coalesce(other.asked_as, 'own') = 'own'));
  typed_contact_ids := array(
    select id from public.message_contacts
    where phone = any (held || typed) and not id = any (contact_ids)
      and last_inbound_at is null and opted_out_at is null and command_at is null
      and not exists (select from public.inbound_messages where contact_id = message_contacts.id)
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id));
end
$$;

-- Returns the moment from which a number speaks for an account: its confirmation.
create function public.number_speaks_since(account_id uuid, known_contact_id uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select phone_confirmed_at from auth.users join public.message_contacts on users.phone = message_contacts.phone
  where users.id = account_id and message_contacts.id = known_contact_id
$$;

-- Returns records of a person, for accounts and for people without one. A visit is theirs once a
-- lead of theirs names its attempt.
create function public.export_records(lead_ids uuid[], order_ids uuid[]) returns jsonb
  language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select jsonb_build_object(
    'quiz_leads', (
      select jsonb_agg(to_jsonb(leads) - 'result_token') from public.quiz_leads leads where id = any (lead_ids)),
    'visits', (
      select jsonb_agg(to_jsonb(visits)) from public.visits
      where attempt_id in (select attempt_id from public.quiz_leads where id = any (lead_ids))),
    'orders', (
      select jsonb_agg(to_jsonb(orders) - array['asked', 'asked_at', 'provider_standing', 'owner_notified_at', 'turn'])
      from public.orders where id = any (order_ids)),
    'order_acts', (
      select jsonb_agg(to_jsonb(acts) - 'actor') from public.order_acts acts where order_id = any (order_ids)),
    'order_intents', (
      select jsonb_agg(to_jsonb(intents) - 'secret_sha256') from public.order_intents intents
      where order_id = any (order_ids)),
    'deposit_uses', (
      select jsonb_agg(to_jsonb(uses)) from public.deposit_uses uses where order_id = any (order_ids)),
    'payment_events', (
      select jsonb_agg(jsonb_build_object('order_id', order_id, 'operation', operation, 'verdict', verdict, 'body', body,
        'received_at', received_at, 'repeats', repeats))
      from public.payment_events where authentic and order_id = any (order_ids)),
    'subscriptions', (
      select jsonb_agg(to_jsonb(subscriptions)) from public.subscriptions where order_id = any (order_ids)))
$$;

-- Returns a message as its addressee is told of it: of a checklist that somebody else may have
-- asked for, neither a name nor what became of it; of an answer, its text; of a gift, only that it
-- was sent.
create function public.export_message(message public.messages) returns jsonb
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

-- Returns every key with a list, an empty one where nothing is kept.
create function public.export_lists(found jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_object_agg(key, coalesce(nullif(value, 'null'), '[]')) from jsonb_each(found)
$$;

-- Returns the desk's notes and marks of somebody, which count as theirs, too. `since` is when a
-- person's numbers were proven theirs, null where none is in doubt: earlier notes may be about
-- somebody else who had written from them.
create function public.export_desk_marks(person_ids uuid[], since timestamptz default null) returns jsonb
  language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select jsonb_build_object(
    'desk_people', coalesce((
      select jsonb_agg(jsonb_build_object('status', status, 'tags', tags, 'next_contact_on', next_contact_on))
      from public.desk_people where id = any (person_ids) and since is null), '[]'),
    'desk_notes', coalesce((
      select jsonb_agg(jsonb_build_object('text', text, 'created_at', created_at) order by created_at)
      from public.desk_notes where person_id = any (person_ids) and created_at >= coalesce(since, '-infinity')), '[]'),
    'consultations', coalesce((
      select jsonb_agg(jsonb_build_object('order_id', consultations.order_id, 'state', state, 'starts_at', starts_at))
      from public.consultations join public.desk_person_orders on desk_person_orders.order_id = consultations.order_id
      where person_id = any (person_ids)), '[]'))
$$;

-- Returns everything kept about an account's owner. Secrets are left out: whatever opens a session
-- or proves a factor. So is everything noted and answered before a number was theirs.
create function public.export_account(account_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  traces record;
  person_ids uuid[];
  in_doubt timestamptz;
begin
  if not exists (select from auth.users where id = account_id) then
    return null;
  end if;
  select * into traces from public.account_traces(account_id);
  person_ids := array(
    select id from public.desk_people where user_id = account_id
    union
    select person_id from public.desk_person_leads where lead_id = any (traces.lead_ids)
    union
    select person_id from public.desk_person_orders where order_id = any (traces.order_ids));
  select max(since) into in_doubt
  from (
    select coalesce(public.number_speaks_since(account_id, contact_id), 'infinity') as since, contact_id
    from public.desk_person_contacts where person_id = any (person_ids)) as numbers
  where exists (
    select from public.inbound_messages where inbound_messages.contact_id = numbers.contact_id and written_at < since);
  return public.export_lists(public.export_records(traces.lead_ids, traces.order_ids)
    || jsonb_build_object(
      'consents', (
        select jsonb_agg(to_jsonb(consents)) from public.consents
        where user_id = account_id or lead_id = any (traces.lead_ids)),
      'messages', (
        select jsonb_agg(public.export_message(messages) order by created_at) from public.messages
        where user_id = account_id or subscription_id = any (traces.subscription_ids)
          or (kind = 'answer' and contact_id = any (traces.contact_ids)
            and created_at >= public.number_speaks_since(account_id, contact_id))),
      'message_contacts', (
        select jsonb_agg(jsonb_build_object('phone', phone, 'opted_out_at', opted_out_at, 'created_at', created_at))
        from public.message_contacts where id = any (traces.contact_ids)),
      'inbound_messages', (
        select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
        from public.inbound_messages
        where contact_id = any (traces.contact_ids) and written_at >= public.number_speaks_since(account_id, contact_id)),
      'sessions', (
        select jsonb_agg(jsonb_build_object('created_at', created_at, 'updated_at', updated_at, 'user_agent', user_agent,
          'ip', ip, 'aal', aal))
        from auth.sessions where user_id = account_id),
      'factors', (
        select jsonb_agg(jsonb_build_object('friendly_name', friendly_name, 'factor_type', factor_type, 'status', status,
          'phone', phone, 'created_at', created_at))
        from auth.mfa_factors where user_id = account_id),
      'files', (
        select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name, 'created_at', created_at))
        from storage.objects where owner_id = account_id::text or owner = account_id))
    || public.export_desk_marks(person_ids, in_doubt));
end
$$;

-- The same for somebody without an account: everything they typed, and the messages of a number
-- once it is proven to be theirs.
create function public.export_desk_person(person_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  their_id uuid := person_id;
  lead_ids uuid[];
  order_ids uuid[];
  contact_ids uuid[];
begin
  lead_ids := array(select lead_id from public.desk_person_leads theirs where theirs.person_id = their_id);
  order_ids := array(select order_id from public.desk_person_orders theirs where theirs.person_id = their_id);
  contact_ids := array(
    select contact_id from public.desk_person_contacts theirs where theirs.person_id = their_id and is_proven);
  return public.export_lists(public.export_records(lead_ids, order_ids)
    || jsonb_build_object(
      'consents', (select jsonb_agg(to_jsonb(consents)) from public.consents where lead_id = any (lead_ids)),
      'messages', (
        select jsonb_agg(public.export_message(messages) order by created_at) from public.messages
        where contact_id = any (contact_ids)
          or subscription_id in (select id from public.subscriptions where order_id = any (order_ids))),
      'message_contacts', (
        select jsonb_agg(jsonb_build_object('phone', phone, 'opted_out_at', opted_out_at, 'created_at', created_at))
        from public.message_contacts where id = any (contact_ids)),
      'inbound_messages', (
        select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
        from public.inbound_messages where contact_id = any (contact_ids)))
    || public.export_desk_marks(array[their_id]));
end
$$;

-- Deletes what goes when an account goes, for accounts and for people without one. Orders and the
-- provider's calls stay as records of payments, without anything that says whose they were. An
-- order that waits to be paid ends.
create function public.erase_records(account_id uuid, address text, lead_ids uuid[], order_ids uuid[], subscription_ids uuid[],
    contact_ids uuid[], typed_contact_ids uuid[]) returns void
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  contacts uuid[] := contact_ids || typed_contact_ids;
  message_ids uuid[];
begin
  message_ids := array(
    select id from public.messages where user_id = account_id
    union select id from public.messages where subscription_id = any (subscription_ids)
    union select id from public.messages where contact_id = any (contacts));
  perform public.erase_from_calls(public.provider_names(message_ids) || array(
    select name from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as known (name)
    where id = any (contacts) and name is not null
    union
    select provider_message_id from public.inbound_messages where contact_id = any (contact_ids)));
  delete from public.analytics_events
  where distinct_id = any (array[account_id::text] || order_ids::text[] || contacts::text[]);
  perform public.erase_messages(message_ids);
  -- Messages that were made since the list was read go, too, since their contacts go.
  perform public.erase_messages(array(select id from public.messages where contact_id = any (contacts)));
  delete from public.inbound_messages where contact_id = any (contact_ids);
  -- A request for silence outlives the contact.
  insert into public.message_opt_outs (id_digest, opted_out_at, command_at)
  select public.opt_out_digest(whatsapp_id), opted_out_at, command_at
  from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as ids (whatsapp_id)
  where id = any (contact_ids) and opted_out_at is not null and whatsapp_id is not null
  on conflict (id_digest) do nothing;
  delete from public.message_contacts where id = any (contacts);
  delete from public.subscriptions where id = any (subscription_ids);

  delete from public.order_intents where order_id = any (order_ids);
  perform public.strip_payment_calls(order_ids);
  -- Calls that strangers sent in the provider's name are worth nothing.
  delete from public.payment_events
  where not authentic and address is not null
    and (position(address in lower(body)) > 0 or position(replace(address, '@', '%40') in lower(body)) > 0);
  update public.deposit_uses set released_at = now()
  where released_at is null
    and order_id in (select id from public.orders where id = any (order_ids) and state = 'created');
  update public.orders
  set state = case when state = 'created' then 'expired' else state end,
    user_id = null, lead_id = null, email = null, name = null, phone = null, category = null, subcategory = null,
    updated_at = now()
  where id = any (order_ids);

  delete from public.consents where user_id = account_id or lead_id = any (lead_ids);
  delete from public.quiz_leads where id = any (lead_ids);
end
$$;

-- Deletes the numbers that the desk shows as somebody's, with their messages. Deleting an account
-- alone would leave numbers that wrote to us and are not proven; whoever deletes at the desk has
-- seen them there, and was told that they go.
create function public.erase_desk_numbers(person_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  contact_ids uuid[] := array(
    select contact_id from public.desk_person_contacts theirs where theirs.person_id = erase_desk_numbers.person_id);
begin
  perform public.erase_records(null, null, '{}', '{}', '{}', contact_ids, '{}');
  perform public.forget_desk_changes(contact_ids);
end
$$;

-- Deletes unread changes of the desk. Runs last: deletions note changes, too.
create function public.forget_desk_changes(refs uuid[]) returns void
  language sql security definer set search_path = '' as $$
  delete from public.desk_changes where ref = any (refs)
$$;

-- Deletes some messages of an account, and returns how many there were, so that an account with
-- very many is deleted in several transactions.
create function public.delete_account_messages(account_id uuid) returns integer
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  traces record;
  chosen uuid[];
begin
  select * into traces from public.account_traces(account_id);
  chosen := array(
    select id from public.messages
    where send_state = 'done'
      and (user_id = account_id or subscription_id = any (traces.subscription_ids)
        or contact_id = any (traces.contact_ids || traces.typed_contact_ids))
    order by created_at desc
    offset 5000 limit 5000);
  perform public.erase_from_calls(public.provider_names(chosen));
  perform public.erase_messages(chosen);
  return cardinality(chosen);
end
$$;

-- Deletes an account with everything about its owner; false when there is no such account any more.
-- A sign-in locks its code, its session or its flow before it comes to the user, so the locks are
-- taken in that order. A flow that is to link an account is none of its user's before it is
-- answered, and its answer comes to the user first.
create function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  traces record;
begin
  perform from auth.one_time_tokens where user_id = account_id order by token_type for update;
  -- Held only: they go with the user, and are journalled as ended where the user stays.
  perform from auth.sessions where user_id = account_id order by id for update;
  perform from auth.flow_state where user_id = account_id order by id for update;
  -- The lock makes rows that refer to the account wait, and then fail, so that none slips in.
  perform from auth.users where id = account_id for update;
  if not found then
    return false;
  end if;
  if exists (select from public.list_account_files(account_id)) then
    raise exception 'The account still owns files' using errcode = 'PT409', hint = 'Remove its files first.';
  end if;
  select * into traces from public.account_traces(account_id);
  perform public.erase_records(account_id, traces.address, traces.lead_ids, traces.order_ids, traces.subscription_ids,
    traces.contact_ids, traces.typed_contact_ids);
  -- The others went with their sessions.
  delete from auth.refresh_tokens where session_id is null and user_id = account_id::text;
  delete from auth.saml_relay_states where lower(for_email) = traces.address;
  delete from auth.users where id = account_id;
  perform public.forget_desk_changes(array[account_id] || traces.lead_ids || traces.contact_ids || traces.typed_contact_ids);
  return true;
end
$$;

-- Deletes somebody who has no account of their own, with everything they left; false when there is
-- nobody. An account that was made for their lead, and that nobody has entered, goes too unless
-- another's lead hangs on it. Their numbers go with their messages: all that the desk shows as
-- theirs.
create function public.delete_desk_person(person_id uuid) returns boolean
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  deleted_id uuid := person_id;
  lead_ids uuid[];
  order_ids uuid[];
  contact_ids uuid[];
  account uuid;
  accounts uuid[];
begin
  perform from public.desk_people where id = deleted_id and user_id is null for update;
  if not found then
    return false;
  end if;
  lead_ids := array(select lead_id from public.desk_person_leads leads where leads.person_id = deleted_id);
  order_ids := array(select order_id from public.desk_person_orders theirs where theirs.person_id = deleted_id);
  contact_ids := array(select contact_id from public.desk_person_contacts theirs where theirs.person_id = deleted_id);
  accounts := array(
    select distinct users.id from public.quiz_leads join auth.users on users.id = user_id
    where quiz_leads.id = any (lead_ids) and email_confirmed_at is null and phone_confirmed_at is null
      -- An account with a role belongs to staff, whatever else is known of it.
      and public.audit_role_of(raw_app_meta_data) = 'user');
  perform public.erase_records(null, null, lead_ids, order_ids,
    array(select id from public.subscriptions where order_id = any (order_ids)), contact_ids, '{}');
  foreach account in array accounts loop
    if not exists (select from public.quiz_leads where user_id = account) and not exists (select from public.orders where user_id = account)
      and not exists (select from public.list_account_files(account)) then
      perform public.delete_account(account);
    end if;
  end loop;
  delete from public.desk_people where id = deleted_id;
  perform public.forget_desk_changes(lead_ids || contact_ids);
  return true;
end
$$;

revoke execute on function public.list_account_files, public.account_traces, public.number_speaks_since,
  public.export_desk_marks, public.export_account, public.erase_records, public.erase_desk_numbers,
  public.forget_desk_changes, public.delete_account_messages, public.delete_account, public.delete_desk_person
  from public, anon, authenticated;
revoke execute on function public.export_records, public.export_message, public.export_lists, public.export_desk_person
  from public, anon, authenticated, service_role;
