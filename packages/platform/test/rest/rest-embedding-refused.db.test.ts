import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { givenEmbedding } from './given-embedding.ts'

const embedding = givenEmbedding()
const { ask } = embedding

const asVisitor = (path: string) => ask(path, { key: embedding.platform.keys.publishable })

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
      embedding.platform.db,
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
    const { body } = await ask(path, {}, embedding.counting)
    if (Array.isArray(expected)) expect(body).toEqual(expected)
    else expect(body).toMatchObject(expected as object)
  })

  it('count rows where they are off, too, as older clients ask it', async () => {
    expect((await ask('people?select=houses(count)&id=eq.1')).body).toEqual([{ houses: [{ count: 2 }] }])
  })
})
