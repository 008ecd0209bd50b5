import { describe, expect, it } from 'vitest'
import { givenEmbedding } from './given-embedding.ts'

const embedding = givenEmbedding()
const { ask } = embedding

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
    const grouped = await ask('cats?select=count(),...owners(mail)', {}, embedding.counting)
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
    const short = await embedding.shared.open({ rest: { maxRows: 1 } })
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
        embedding.counting,
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
