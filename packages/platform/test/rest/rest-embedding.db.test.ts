import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

type Asked = Parameters<typeof call>[2]

const ask = (path: string, init: Asked = {}, on = platform) =>
  call(on, `/rest/v1/${path}`, { key: on.keys.secret, ...init })
const asVisitor = (path: string) => ask(path, { key: platform.keys.publishable })
const names = (...all: string[]) => all.map((name) => ({ name }))

describe('another table in select', () => {
  it.each<[string, string, unknown]>([
    [
      'one that is referred to, an object or null',
      'houses?select=id,people(name)&id=gte.3&order=id',
      [
        { id: 3, people: { name: 'Berik' } },
        { id: 4, people: null },
      ],
    ],
    [
      'those that refer, a list',
      'people?select=name,houses(city,rooms)&id=in.(1,3)&order=id&houses.order=id',
      [
        {
          name: 'Asel',
          houses: [
            { city: 'Almaty', rooms: 3 },
            { city: 'Almaty', rooms: 5 },
          ],
        },
        { name: 'Dana', houses: [] },
      ],
    ],
    [
      'the only one that refers, an object',
      'people?select=id,cards(number)&id=gte.2&order=id&limit=2',
      [
        { id: 2, cards: { number: 20 } },
        { id: 3, cards: null },
      ],
    ],
    [
      'those beyond a table of pairs',
      'houses?select=id,guests:tourists!visits(name)&order=id&limit=2&guests.order=name.desc',
      [
        { id: 1, guests: names('Timur', 'Saule') },
        { id: 2, guests: [] },
      ],
    ],
    [
      'within one another',
      'people?select=houses(visits(nights,tourists(name)))&id=eq.2',
      [{ houses: [{ visits: [{ nights: 2, tourists: { name: 'Adil' } }] }] }],
    ],
    [
      'by the name of a key, of its column, and by a column as a hint',
      'letters?select=sent_by(name),receiver(name),to:people!receiver(id)&id=eq.1',
      [{ sent_by: { name: 'Asel' }, receiver: { name: 'Berik' }, to: { id: 2 } }],
    ],
    [
      'the same table: its parent by the column, its children by its own name',
      'people?select=name,parent(name),people(name)&id=eq.2',
      [{ name: 'Berik', parent: { name: 'Asel' }, people: names('Erlan') }],
    ],
    [
      'by a key of two columns, which is named',
      'books?select=title,stands(place)&order=title&limit=1',
      [{ title: 'Abai', stands: { place: 1 } }],
    ],
    ['partitions by their table', 'houses?select=days(day)&id=eq.1', [{ days: [{ day: '2026-03-01' }] }]],
    [
      'through views of a table that is not offered, and views of those',
      'people?select=animals(name),named_animals(called)&id=eq.2',
      [{ animals: names('Rex'), named_animals: [{ called: 'Rex' }] }],
    ],
    [
      'from such a view',
      'named_animals?select=called,people(name)',
      [{ called: 'Rex', people: { name: 'Berik' } }],
    ],
    [
      'by a function for one row, or for many',
      'people?select=largest_house(id,guests_of(name))&id=lte.3&order=id',
      [
        { largest_house: { id: 2, guests_of: [] } },
        { largest_house: { id: 3, guests_of: names('Adil') } },
        { largest_house: null },
      ],
    ],
    [
      'with its columns beside one’s own',
      'houses?select=id,...people(owner:name,...cards(number))&id=gte.3&order=id',
      [
        { id: 3, owner: 'Berik', number: 20 },
        { id: 4, owner: null, number: null },
      ],
    ],
    [
      'with lists of its columns beside one’s own',
      'people?select=name,...houses(ids:id,*)&id=in.(2,3)&order=id',
      [
        {
          name: 'Berik',
          ids: [3],
          id: [3],
          city: ['Oral'],
          rooms: [1],
          facts: [{ floor: 1 }],
          owner_id: [2],
        },
        { name: 'Dana', ids: [], id: [], city: [], rooms: [], facts: [], owner_id: [] },
      ],
    ],
    [
      'places in JSON, casts and other names',
      'people?select=all:houses(floor:facts->>floor,rooms::text)&id=eq.2',
      [{ all: [{ floor: '1', rooms: '1' }] }],
    ],
  ])('may be %s', async (_what, path, expected) => {
    const { status, body } = await ask(path)
    expect({ status, body }).toEqual({ status: 200, body: expected })
  })

  it.each<[string, string, unknown, string]>([
    ['the rows without it are left out', 'people?select=id,houses!inner()', [{ id: 1 }, { id: 2 }], '0-1/2'],
    [
      'filters choose among its rows, and with it among those around it',
      'people?select=id,houses!inner(id)&houses.rooms=gte.5',
      [{ id: 1, houses: [{ id: 2 }] }],
      '0-0/1',
    ],
    [
      'filters choose among its rows alone',
      'people?select=id,houses(id)&houses.or=(rooms.gte.5,city.eq.Oral)&houses.not.and=(id.eq.3,rooms.eq.1)&id=lte.2&order=id',
      [
        { id: 1, houses: [{ id: 2 }] },
        { id: 2, houses: [] },
      ],
      '0-1/2',
    ],
    [
      'it must be there',
      'houses?select=id,people()&people=not.is.null&order=id',
      [1, 2, 3].map((id) => ({ id })),
      '0-2/3',
    ],
    ['it must not', 'people?select=id,houses()&houses=is.null&order=id', [{ id: 3 }, { id: 4 }], '0-1/2'],
    [
      'one of several must be there',
      'people?select=id,cards(),houses()&or=(cards.not.is.null,houses.not.is.null)&houses.rooms=eq.1&order=id',
      [{ id: 1 }, { id: 2 }],
      '0-1/2',
    ],
    [
      'it orders those around it',
      'houses?select=id,people(name)&order=people(name).desc.nullslast,id&limit=2',
      [
        { id: 3, people: { name: 'Berik' } },
        { id: 1, people: { name: 'Asel' } },
      ],
      '0-1/4',
    ],
    [
      'it is ordered and cut itself',
      'people?select=id,houses(id)&id=eq.1&houses.order=rooms.desc&houses.limit=1&houses.offset=1',
      [{ id: 1, houses: [{ id: 1 }] }],
      '0-0/1',
    ],
  ])('is asked for so that %s, and counted so', async (_what, path, expected, range) => {
    const { body, headers } = await ask(path, { headers: { prefer: 'count=exact' } })
    expect({ body, range: headers.get('content-range') }).toEqual({ body: expected, range })
    const head = await ask(path, { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect(head.headers.get('content-range')).toBe(range)
  })

  it.each([
    'cats?select=id,owners(id,mail)',
    'cats?select=owners(*)',
    'cats?select=...owners(mail,id)',
    'cats?select=...owners(*)',
    'cats?select=owners(boss(mail),*)',
    'cats?select=owners(...boss(mail))',
    'owners?select=mail,cats(id)',
    'owners?select=*,cats(id)',
    'owners?select=owners(mail)&id=eq.1',
    'owners?select=...owners(mail)&id=eq.1',
    'rpc/all_cats?select=id,owners(mail)',
  ])('is shown as the product represents it: %s', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('***')
    expect(JSON.stringify(body)).not.toContain('asel@')
  })

  it('is shown so where it is grouped by, and of what was written', async () => {
    const grouped = await ask('cats?select=count(),...owners(mail)', {}, counting)
    expect(grouped.body).toEqual([{ count: 1, mail: '***' }])
    const headers = { prefer: 'return=representation' }
    const written = { method: 'PATCH', body: '{"owner":2}', headers }
    expect((await ask('cats?id=eq.1&select=owners(mail)', written)).body).toEqual([
      { owners: { mail: '***' } },
    ])
  })

  it('comes as CSV, as one object and without nulls, too', async () => {
    const as = (accept: string, path: string) => ask(path, { headers: { accept } }).then(({ body }) => body)
    expect(await as('text/csv', 'houses?select=id,people(id)&id=gte.3&order=id')).toEqual({
      text: 'id,people\n3,"{""id"":2}"\n4,',
    })
    expect(await as('application/vnd.pgrst.object+json', 'cards?select=people(id)&number=eq.10')).toEqual({
      people: { id: 1 },
    })
    expect(
      await as(
        'application/vnd.pgrst.array+json;nulls=stripped',
        'people?select=name,parent(name,parent)&id=eq.2',
      ),
    ).toEqual([{ name: 'Berik', parent: { name: 'Asel' } }])
  })

  it('is whole where columns are called as the statement calls its parts', async () => {
    const path = 'people?select=page:id,src:name,houses(e1:id,r3:rooms,count:city)&id=eq.2'
    const row = { page: 2, src: 'Berik', houses: [{ e1: 3, r3: 1, count: 'Oral' }] }
    expect((await ask(path)).body).toEqual([row])
    expect(
      (await ask('people?select=page:id,j1:name&id=eq.2', { headers: { accept: 'text/csv' } })).body,
    ).toEqual({
      text: 'page,j1\n2,Berik',
    })
    expect((await ask('people?select=page:id,houses(page:id)&id=eq.2')).body).toEqual([
      { page: 2, houses: [{ page: 3 }] },
    ])
  })

  it('is no longer than an answer may be', async () => {
    const short = await shared.open({ rest: { maxRows: 1 } })
    try {
      expect((await ask('people?select=houses(id)&houses.limit=9&houses.order=id', {}, short)).body).toEqual([
        { houses: [{ id: 1 }] },
      ])
    } finally {
      await short.close()
    }
  })

  it('comes with what a function returns, and with what was written', async () => {
    expect((await ask('rpc/houses_in?town=Oral&select=id,people(name)&people=not.is.null')).body).toEqual([
      { id: 3, people: { name: 'Berik' } },
    ])
    const write = (method: string, path: string, body?: object, prefer = '') =>
      ask(
        path,
        {
          method,
          headers: { prefer: `return=representation${prefer}` },
          ...(body && { body: JSON.stringify(body) }),
        },
        counting,
      )
    const house = { id: 9, city: 'Aktau', owner_id: 2 }
    const shown = { city: 'Aktau', people: { name: 'Berik', cards: { number: 20 } }, visits: [] }
    const select = 'select=city,people(name,cards(number)),visits(nights)'
    expect(await write('POST', `houses?${select}`, house)).toMatchObject({ status: 201, body: [shown] })
    expect(
      await write('POST', `houses?${select}`, { ...house, id: 4 }, ',resolution=merge-duplicates'),
    ).toMatchObject({
      status: 200,
      body: [shown],
    })
    expect(await write('PATCH', `houses?${select}&id=eq.4`, { city: 'Aktau', owner_id: 2 })).toMatchObject({
      status: 200,
      body: [shown],
    })
    expect(
      await write('DELETE', 'visits?select=nights,houses(city),tourists(name)&house_id=eq.3'),
    ).toMatchObject({
      status: 200,
      body: [{ nights: 2, houses: { city: 'Oral' }, tourists: { name: 'Adil' } }],
    })
    expect((await write('PATCH', 'people?select=largest_house(id)&id=eq.2', { name: 'B' })).body).toEqual([
      { largest_house: { id: 3 } },
    ])
  })
})

describe('what is not to be had', () => {
  it('is not had within another table either', async () => {
    expect((await asVisitor('people?select=id,letters!sent_by(id)&id=lte.2&order=id')).body).toEqual([
      { id: 1, letters: [{ id: 1 }] },
      { id: 2, letters: [] },
    ])
    expect((await asVisitor('people?select=id,letters!sent_by!inner()')).body).toEqual([{ id: 1 }])
    expect((await asVisitor('shelves?select=books(title)&place=eq.1')).body).toEqual([
      { books: [{ title: 'Abai' }] },
    ])
    for (const path of [
      'people?select=id,cards(number)',
      'people?select=id,cards!inner()',
      'people?select=id,...cards(number)',
      'people?select=id,cards()&cards=is.null',
      'shelves?select=books(*)',
      'shelves?select=...books(secret)',
      'shelves?select=books()&books.secret=eq.x&books=not.is.null',
      'shelves?select=books(title)&books.order=secret',
    ]) {
      expect(await asVisitor(path), path).toMatchObject({ status: 401, body: { code: '42501' } })
    }
  })

  it.each<[string, number, object]>([
    [
      'letters?select=people(name)',
      300,
      {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'letters' and 'people'",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'letters with people',
            relationship: 'sent_by using letters(sender) and people(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'letters with people',
            relationship: 'sent_to using letters(receiver) and people(id)',
          },
        ],
        hint: "Try changing 'people' to one of the following: 'people!sent_by', 'people!sent_to'. Find the desired relationship in the 'details' key.",
      },
    ],
    [
      'people?select=house(id)',
      400,
      {
        code: 'PGRST200',
        message: "Could not find a relationship between 'people' and 'house' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'people' and 'house' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'houses' instead of 'house'.",
      },
    ],
    ['people?select=houses!nothing(id)', 400, { code: 'PGRST200', hint: null }],
    ['people?select=pets(id)', 400, { code: 'PGRST200' }],
    ['houses?select=days_of_2026(day)', 400, { code: 'PGRST200' }],
    [
      'people?select=id&houses.id=eq.1',
      400,
      {
        code: 'PGRST108',
        message: "'houses' is not an embedded resource in this request",
        hint: "Verify that 'houses' is included in the 'select' query parameter.",
      },
    ],
    [
      'people?select=id,houses(id)&order=houses(id)',
      400,
      {
        code: 'PGRST118',
        message: "A related order on 'houses' is not possible",
        details: "'people' and 'houses' do not form a many-to-one or one-to-one relationship",
      },
    ],
    [
      'people?select=houses(id.sum())',
      400,
      { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
    ],
    ...['unknown', 'VOID', 'cstring', 'anyelement', 'anycompatible[]', 'record', '_record', 'trigger'].map(
      (type): [string, number, object] => [`people?select=name::${type}`, 400, { code: 'PGRST100' }],
    ),
    ['people?select=houses(city::internal)', 400, { code: 'PGRST100' }],
    ['people?select=houses(id', 400, { code: 'PGRST100' }],
    ['people?select=houses("x"" from hidden.pets; --")', 400, { code: 'PGRST100' }],
    ['people?select=houses("x\\" from hidden.pets; --")', 400, { code: '42703' }],
  ])('is refused as PostgREST does: %s', async (path, status, refusal) => {
    expect(await ask(path)).toMatchObject({ status, body: refusal })
  })

  const aliases = (count: number, column: string, as = 'a') =>
    Array.from({ length: count }, (_, nth) => `${as}${nth}:${column}`).join(',')
  it.each([
    ['a column', aliases(3, 'facts'), aliases(4, 'facts')],
    ['a column with what stands for all', '*,facts,rooms', '*,*,facts,f:facts'],
    ['what stands for all', '*,*,*', '*,*,*,*'],
    ['a cast column', aliases(3, 'facts::text'), `${aliases(2, 'facts::text')},${aliases(2, 'facts', 'b')}`],
    ['the same place in JSON', aliases(3, 'facts->floor'), aliases(4, 'facts->floor')],
    [
      'places in JSON',
      Array.from({ length: 16 }, (_, nth) => `facts->p${nth}`).join(','),
      Array.from({ length: 17 }, (_, nth) => `facts->p${nth}`).join(','),
    ],
    [
      'the column of a table within',
      `people(houses(${aliases(3, 'facts')}))`,
      `people(houses(${aliases(4, 'facts')}))`,
    ],
    [
      'the column of one table, in whatever place',
      `${aliases(3, 'facts')},people(houses(${aliases(3, 'facts')}))`,
      `${aliases(3, 'facts')},people(houses(${aliases(3, 'facts')}),more:houses(${aliases(3, 'facts')}))`,
    ],
    [
      'columns beside those of another table',
      `...people(...houses(${aliases(3, 'facts')}))`,
      `...people(...houses(${aliases(4, 'facts')}))`,
    ],
  ])('is little of the same: %s', async (_what, enough, tooMuch) => {
    expect((await ask(`houses?select=${enough}`)).status).toBe(200)
    const refusal = { status: 400, body: { code: 'PGRST100', message: 'The query asks for too much' } }
    expect(await ask(`houses?select=${tooMuch}`)).toMatchObject(refusal)
    const written = { method: 'PATCH', body: '{"rooms":3}', headers: { prefer: 'return=representation' } }
    expect(await ask(`houses?id=eq.1&select=${tooMuch}`, written)).toMatchObject(refusal)
    expect(await ask(`rpc/houses_in?town=Oral&select=${tooMuch}`)).toMatchObject(refusal)
  })

  it('is found once it is there', async () => {
    expect((await ask('people?select=sheds(id)')).status).toBe(400)
    await sql`create table public.sheds (id int primary key, owner int references public.people)`.execute(
      platform.db,
    )
    await expect.poll(async () => (await ask('people?select=sheds(id)')).status).toBe(200)
  })
})

describe('aggregates', () => {
  it.each<[string, string, unknown]>([
    [
      'of all rows',
      'houses?select=count(),rooms.sum(),least:rooms.min(),rooms.avg()::int,city.max()',
      [{ count: 4, sum: 11, least: 1, avg: 3, max: 'Oral' }],
    ],
    [
      'by the other columns',
      'houses?select=city,rooms.sum()&order=city',
      [
        { city: 'Almaty', sum: 8 },
        { city: 'Oral', sum: 3 },
      ],
    ],
    ['of places in JSON', 'houses?select=facts->>floor::int.sum()::text', [{ sum: '3' }]],
    ['by places in JSON', 'houses?select=floor:facts->floor,count()&id=eq.1', [{ floor: 2, count: 1 }]],
    [
      'within another table',
      'people?select=name,houses(count(),rooms.max())&id=in.(1,3)&order=id',
      [
        { name: 'Asel', houses: [{ count: 2, max: 5 }] },
        { name: 'Dana', houses: [{ count: 0, max: null }] },
      ],
    ],
    [
      'by another table',
      'houses?select=rooms.sum(),people(name)&owner_id=eq.1',
      [{ sum: 8, people: { name: 'Asel' } }],
    ],
    [
      'by columns and objects of another table beside them',
      'visits?select=nights.sum(),...houses(city,people(name))&order=houses(city)',
      [
        { sum: 8, city: 'Almaty', people: { name: 'Asel' } },
        { sum: 2, city: 'Oral', people: { name: 'Berik' } },
      ],
    ],
    [
      'of another table’s columns beside them',
      'visits?select=...houses(city,rooms.sum(),houses:count(),...people(owners:count()))&order=houses(city)',
      [
        { city: 'Almaty', sum: 6, houses: 2, owners: 2 },
        { city: 'Oral', sum: 1, houses: 1, owners: 1 },
      ],
    ],
    ['by all columns', 'letters?select=*,count()&id=eq.1', [{ id: 1, sender: 1, receiver: 2, count: 1 }]],
    ['of what a function returns', 'rpc/houses_in?town=Oral&select=rooms.sum()', [{ sum: 3 }]],
    [
      'of lists not',
      'people?select=...houses(rooms.sum())',
      {
        code: 'PGRST127',
        message: 'Feature not implemented',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      },
    ],
    ['of no type that values have', 'houses?select=city.max()::unknown', { code: 'PGRST100' }],
    ['that there are not', 'houses?select=rooms.drop()', { code: 'PGRST100' }],
  ])('%s', async (_what, path, expected) => {
    const { body } = await ask(path, {}, counting)
    if (Array.isArray(expected)) expect(body).toEqual(expected)
    else expect(body).toMatchObject(expected as object)
  })

  it('count rows where they are off, too, as older clients ask it', async () => {
    expect((await ask('people?select=houses(count)&id=eq.1')).body).toEqual([{ houses: [{ count: 2 }] }])
  })
})
