/** Tables and functions of the kinds that a product brings along, for the cases of what goes over the wire. */
export const wireTables = `
create schema wire; create schema other;
create table wire.items (id int primary key, name text not null default 'untitled', "Just A Name" text, note text, facts jsonb);
insert into wire.items select i, 'item ' || i, 'name ' || i, 'It is kind of fun to do the impossible', '{"a": "possible"}' from generate_series(1, 4) i;
create table wire.pairs (k1 int, k2 text, primary key (k1, k2));
create view wire.some_pairs as select k2 as second, k1 as first from wire.pairs where k1 < 50;
create table wire.texts (value text);
insert into wire.texts values ('"'), ('a,b'), ('plain');
create table wire.hidden (id int primary key);
create view wire.summary as select count(*) from wire.items;
create table other.parents (id int primary key);
create function wire.stamp() returns trigger language plpgsql as $$
begin
  perform set_config('response.headers', '[{"Location": "/made/' || new.k1 || '"}]', true);
  perform set_config('response.status', '202', true);
  return new;
end $$;
create trigger stamp before insert on wire.pairs for each row when (new.k1 > 100) execute function wire.stamp();
create function wire.all_items() returns setof wire.items language sql stable as $$ select * from wire.items order by id $$;
create function wire.rename(to_name text) returns setof wire.items language sql as $$ update wire.items set name = to_name returning * $$;
create function wire.items_below(id int) returns setof wire.items language sql stable as $$ select * from wire.items i where i.id < $1 $$;
create function wire.names() returns setof text language sql stable as $$ select name from wire.items $$;
create function wire.clear() returns void language sql as $$ delete from wire.items $$;
create function wire.hello(name text) returns text language sql stable as $$ select 'hello ' || name $$;
create function wire.one_record() returns record language sql stable as $$ select 1 as id, 'x'::text as name $$;
create type wire.point as (x int, y int);
create domain wire.point_domain as wire.point;
create function wire.point() returns wire.point_domain language sql stable as $$ select row(1, 2)::wire.point_domain $$;
create function wire.asked(setting text, name text default null) returns text language sql stable as $$
  select case when name is null then current_setting(setting, true) else current_setting(setting, true)::json ->> name end $$;
create function wire.answer(headers text, status text) returns text language plpgsql as $$
begin
  insert into wire.items (id) values (99);
  perform set_config('response.headers', headers, true), set_config('response.status', status, true);
  return 'done';
end $$;
create function wire.refuse(message text, detail text) returns void language plpgsql as $$
begin
  if detail is null then raise sqlstate 'PGRST' using message = message; end if;
  raise sqlstate 'PGRST' using message = message, detail = detail;
end $$;
create function wire.payment_required() returns void language plpgsql as $$
begin raise sqlstate 'PT402' using message = 'Payment Required', hint = 'Pay'; end $$;
create function wire.no_status() returns void language plpgsql as $$
begin raise sqlstate 'PT40A' using message = 'Wrong'; end $$;
create domain wire."text/html" as text;
create domain wire."image/png" as bytea;
create domain wire."text/tab-separated-values" as text;
create domain wire."x/rows" as text;
create function wire.page() returns wire."text/html" language sql stable as $$ select '<b>да</b>'::wire."text/html" $$;
create function wire.picture() returns wire."image/png" language sql stable as $$ select '\\x89504e47'::wire."image/png" $$;
create function wire.add_line(state text, next wire.items) returns wire."text/tab-separated-values" language sql as
  $$ select (state || next.id || E'\\t' || next.name || E'\\n')::wire."text/tab-separated-values" $$;
create aggregate wire.lines(wire.items) (initcond = '', stype = wire."text/tab-separated-values", sfunc = wire.add_line);
create function wire.add_row(state text, next anyelement) returns wire."x/rows" language sql as
  $$ select (state || next::text || ';')::wire."x/rows" $$;
create aggregate wire.rows(anyelement) (initcond = '', stype = wire."x/rows", sfunc = wire.add_row);
create domain wire.color as int;
create function wire.color_of(text) returns wire.color language sql immutable as
  $$ select (('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int)::wire.color $$;
create function wire.color_of(json) returns wire.color language sql immutable as $$ select wire.color_of($1 #>> '{}') $$;
create function wire.json_of(wire.color) returns json language sql immutable as
  $$ select to_json('#' || lpad(to_hex($1), 6, '0')) $$;
create cast (wire.color as json) with function wire.json_of(wire.color) as implicit;
create cast (json as wire.color) with function wire.color_of(json) as implicit;
create cast (text as wire.color) with function wire.color_of(text) as implicit;
create table wire.keys (data json);
insert into wire.keys values ('{"!@#$%^_d": [1,2], "1st-one": [1, 2, "x"]}');
create table wire.tints (id int primary key, color wire.color default 3, sheen text default 'matt');
insert into wire.tints values (1, 256);
create table wire.paints (id int primary key, color wire.color);
insert into wire.paints values (1, 256), (2, 1);
create table wire.moments (at timestamptz);
insert into wire.moments values ('2026-01-01 00:00+00');
grant usage on schema wire, other to anon;
grant all on all tables in schema wire, other to anon;
revoke all on wire.hidden from anon;
`
