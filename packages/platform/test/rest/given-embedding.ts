import { afterAll, beforeAll } from 'vitest'
import { call } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'

/** People own houses, which tourists visit; who wrote to whom, and who is whose child. */
const script = `
  create table public.people (id int primary key, name text, parent int references public.people);
  create table public.cards (number int primary key, person_id int unique references public.people);
  create table public.houses (id int primary key, city text, rooms int, facts jsonb, owner_id int references public.people);
  create table public.tourists (id int primary key, name text);
  create table public.visits (
    house_id int references public.houses, guest_id int references public.tourists, nights int,
    primary key (house_id, guest_id));
  create table public.letters (
    id int primary key, sender int constraint sent_by references public.people,
    receiver int constraint sent_to references public.people);
  create table public.shelves (house_id int references public.houses, place int, primary key (house_id, place));
  create table public.books (
    title text primary key, house_id int, place int, secret text,
    constraint stands foreign key (house_id, place) references public.shelves);
  create table public.days (day date, house_id int references public.houses, primary key (day, house_id))
    partition by range (day);
  create table public.days_of_2026 partition of public.days for values from ('2026-01-01') to ('2027-01-01');
  create domain public.mail as text;
  create function public.json_of(public.mail) returns json language sql immutable as $$ select '"***"'::json $$;
  create cast (public.mail as json) with function public.json_of(public.mail) as implicit;
  create table public.owners (id int primary key, mail public.mail, boss int references public.owners);
  create table public.cats (id int primary key, owner int references public.owners);
  create function public.all_cats() returns setof public.cats language sql stable as 'select * from public.cats';
  create schema hidden;
  create table hidden.pets (id int primary key, name text, keeper int references public.people);
  create view public.animals as select id as animal_id, name, keeper as keeper_id from hidden.pets;
  create view public.named_animals as select * from (select name as called, keeper_id, animal_id from public.animals) as a;
  create function public.largest_house(public.people) returns setof public.houses rows 1 language sql stable as
    'select * from public.houses where owner_id = $1.id order by rooms desc limit 1';
  create function public.guests_of(public.houses) returns setof public.tourists language sql stable as
    'select t.* from public.tourists t join public.visits v on v.guest_id = t.id where v.house_id = $1.id order by t.id';
  create function public.houses_in(town text) returns setof public.houses language sql stable as
    'select * from public.houses where city = town order by id';
  insert into public.people values (1, 'Asel', null), (2, 'Berik', 1), (3, 'Dana', 1), (4, 'Erlan', 2);
  insert into public.cards values (10, 1), (20, 2);
  insert into public.houses values
    (1, 'Almaty', 3, '{"floor": 2}', 1), (2, 'Almaty', 5, null, 1), (3, 'Oral', 1, '{"floor": 1}', 2), (4, 'Oral', 2, null, null);
  insert into public.tourists values (1, 'Adil'), (2, 'Saule'), (3, 'Timur');
  insert into public.visits values (1, 2, 7), (1, 3, 1), (3, 1, 2);
  insert into public.letters values (1, 1, 2), (2, 2, 1), (3, 3, 1);
  insert into public.shelves values (1, 1), (1, 2);
  insert into public.books values ('Abai', 1, 1, 'x'), ('Kobyz', 1, 2, 'y');
  insert into public.days values ('2026-03-01', 1);
  insert into hidden.pets values (1, 'Rex', 2);
  insert into public.owners values (1, 'asel@example.com', null), (2, 'asel@example.com', 1);
  insert into public.cats values (1, 2);
  alter table public.letters enable row level security;
  create policy "only the first" on public.letters for select using (id = 1);
  revoke all on public.books from anon;
  grant select (title, house_id, place) on public.books to anon;
  revoke all on public.cards from anon;
`

type Asked = Parameters<typeof call>[2]

/** A platform with tables that refer to each other. */
export function givenEmbedding() {
  let shared: SharedDatabase
  let platform: TestPlatform
  let counting: TestPlatform

  beforeAll(async () => {
    shared = await givenSharedDatabase()
    platform = await shared.open({ rest: { maxRows: 50 } })
    counting = await shared.open({ rest: { aggregatesEnabled: true, txEnd: 'rollback' } })
    await platform.runScript(script)
  })

  afterAll(() => Promise.all([platform.close(), counting.close()]).then(shared.drop))

  const ask = (path: string, init: Asked = {}, on = platform) =>
    call(on, `/rest/v1/${path}`, { key: on.keys.secret, ...init })

  return {
    get shared() {
      return shared
    },
    get platform() {
      return platform
    },
    get counting() {
      return counting
    },
    ask,
  }
}
