-- Realtime: messages sent from SQL, who may use which topic, and which tables' changes are told.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The policies of this table say who may use a private topic: `select` to hear, `insert` to speak, for each extension,
-- `broadcast` and `presence`. What stays in it are messages that were sent from SQL, until they are purged.
create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index messages_inserted_at_idx on realtime.messages (inserted_at);
create index messages_replayed_idx on realtime.messages (topic, inserted_at desc) where private and extension = 'broadcast';
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- What policies ask: the topic that is being joined or spoken to.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Tells every process of a message. NOTIFY carries 8,000 bytes: a longer one is read by its id.
create function realtime.tell_message() returns trigger language plpgsql set search_path = '' as $$
declare
  told text := json_build_object('t', 'message', 'id', new.id, 'topic', new.topic, 'event', new.event,
    'payload', new.payload, 'private', coalesce(new.private, false))::text;
begin
  if octet_length(told) > 7900 then
    told := json_build_object('t', 'stored', 'id', new.id)::text;
  end if;
  perform pg_notify('platform_realtime', told);
  return null;
end
$$;
create trigger tell_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.tell_message();

-- Sends a message as whoever calls it: they need the right to speak to the topic. Nothing of the caller's fails with it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
  values (send.payload, send.event, send.topic, send.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Sends what a row became, for triggers.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end
$$;

-- What its caller may do with a topic, found by trying. Called in a transaction that is rolled back, on two rows of the topic
-- that its owner has put there.
create function realtime.try_topic(topic text, broadcast_id uuid, presence_id uuid)
  returns table (hears_broadcast boolean, hears_presence boolean, sends_broadcast boolean, sends_presence boolean)
  language plpgsql set search_path = '' as $$
begin
  hears_broadcast := exists (select from realtime.messages m where m.id = broadcast_id);
  hears_presence := exists (select from realtime.messages m where m.id = presence_id);
  begin
    insert into realtime.messages (topic, extension) values (try_topic.topic, 'broadcast');
    sends_broadcast := true;
  exception when insufficient_privilege then
    sends_broadcast := false;
  end;
  begin
    insert into realtime.messages (topic, extension) values (try_topic.topic, 'presence');
    sends_presence := true;
  exception when insufficient_privilege then
    sends_presence := false;
  end;
  return next;
end
$$;

-- Tells which rows a statement has changed, by their primary keys alone. Whoever hears it reads the rows as themselves. Of very
-- many rows in one statement only the first are told. The key is looked up each time: what a table is made of may change, and
-- nobody's writing may fail because of this.
create function realtime.tell_changes() returns trigger language plpgsql set search_path = '' as $$
declare
  key text;
  keys text;
begin
  select string_agg(format('%L, changed.%I', a.attname, a.attname), ', ' order by a.attnum) into key
  from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[])
  where i.indrelid = tg_relid and i.indisprimary;
  if key is null then
    return null;
  end if;
  for keys in execute format(
    $query$
      select string_agg(key, ',') from (
        select key, sum(octet_length(key) + 1) over (rows unbounded preceding) / 6000 as part from (
          select to_json(jsonb_build_object(%s)::text)::text as key from changed limit 10000
        ) as keys where octet_length(key) <= 1000
      ) as parts group by part order by part
    $query$, key)
  loop
    perform pg_notify('platform_realtime', format('{"t":"changes","schema":%s,"table":%s,"type":"%s","at":%s,"keys":[%s]}',
      to_json(tg_table_schema::text), to_json(tg_table_name::text), tg_op,
      to_json(to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), keys));
  end loop;
  return null;
end
$$;

-- The tables whose changes are told: `alter publication supabase_realtime add table ...`.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
