import type { Funnel, Passage } from '@app/contracts/desk/funnel'
import { almatyDay, almatyDayStart } from '@app/domain/time/almaty'
import { reportedSteps } from '@app/domain/visits/reported-steps'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { type SimulatedVisit, seededRandom, simulateVisits } from '@app/testing/visits/simulate-visits'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { textsVersion } from '../visits/texts-version.ts'

/** `npm run simulate:funnel` acts out ten thousand. */
const count = Number(process.env.SIMULATED_VISITS ?? 150)

const today = new Date('2026-11-22T09:00:00Z')
let now = today
let server: GivenServer
let token: string
beforeAll(async () => {
  server = await givenServer({ now: () => now })
  token = (await server.signInAsStaff(freshEmail(timur), 'technician')).token
})
afterAll(() => server.close())
beforeEach(async () => {
  now = today
  await sql`truncate visits`.execute(server.db)
})

const tell = (payload: unknown, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/visits',
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

async function readFunnel(query = ''): Promise<Funnel> {
  const answer = await server.app.inject({
    url: `/api/desk/funnel${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** A token as a page is given it. */
const givenToken = async () => (await server.app.inject('/api/visits/token')).body

const visit = {
  id: '00000000-0000-4000-8000-000000000001',
  attempt: '00000000-0000-4000-8000-000000000001',
  step: 3,
  seconds: [4, 5],
  finished: false,
  from: [null, null, null, null],
}

describe('simulated visits', () => {
  type Led = { saved: boolean; checklist: boolean; program: boolean; consultation: boolean }
  const led = new Map<string, Led>()

  /** Saves a lead for a part of those who finished, and lets some of these ask for the checklist and buy. */
  async function leadOn(acted: readonly SimulatedVisit[], random: () => number) {
    const finished = acted.filter(({ isFinished }) => isFinished)
    for (const { id, began } of finished) {
      const [saved, checklist, program, consultation] = [0.8, 0.5, 0.3, 0.2].map((odds) => random() < odds)
      if (!saved) continue
      led.set(id, {
        saved,
        checklist: checklist === true,
        program: program === true,
        consultation: consultation === true,
      })
      const phone = `7701${String(led.size).padStart(7, '0')}`
      const at = new Date(began.getTime() + 3_600_000)
      const lead = await sql<{ id: string }>`
        insert into quiz_leads (attempt_id, created_at, phone) values (${id}, ${at}, ${`+${phone}`}) returning id`.execute(
        server.db,
      )
      const leadId = lead.rows[0]?.id
      if (checklist) {
        await sql`
          with contact as (insert into message_contacts (phone) values (${phone}) returning id)
          insert into messages (kind, contact_id, subcategory, created_at, deadline, next_attempt_at)
          select 'checklist', id, 'A1', ${at}, ${at}, ${at} from contact`.execute(server.db)
      }
      for (const [product, isBought] of [
        ['subscription', program],
        ['consultation', consultation],
      ] as const) {
        // An order nobody paid for, and one of the provider's test mode, are no purchases.
        const [state, test] = isBought
          ? ['paid', false]
          : random() < 0.5
            ? ['created', false]
            : ['paid', true]
        await sql`
          insert into orders (product, price_tiyn, charge_tiyn, state, test, lead_id, paid_at)
          values (${product}, 100, 100, ${state}, ${test}, ${leadId}, ${state === 'paid' ? at : null})`.execute(
          server.db,
        )
      }
    }
  }

  const passageOf = (acted: readonly SimulatedVisit[]): Passage => {
    const leading = (to: keyof Led) => acted.filter(({ id }) => led.get(id)?.[to]).length
    return {
      visits: acted.length,
      saved: leading('saved'),
      checklist: leading('checklist'),
      program: leading('program'),
      consultation: leading('consultation'),
    }
  }
  const groupsOf = (acted: readonly SimulatedVisit[], nameOf: (visit: SimulatedVisit) => string | null) =>
    Object.fromEntries(
      [...new Set(acted.map(nameOf))].map((name) => [
        String(name),
        passageOf(acted.filter((each) => nameOf(each) === name)),
      ]),
    )
  const byName = (groups: Funnel['bySource']) =>
    Object.fromEntries(groups.map(({ name, ...passage }) => [String(name), passage]))

  function medianOf(values: number[]): number | null {
    const sorted = values.toSorted((one, other) => one - other)
    const middle = (sorted.length - 1) / 2
    if (sorted.length === 0) return null
    return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  }
  const stepsOf = (acted: readonly SimulatedVisit[]) =>
    reportedSteps.map((_, at) => ({
      step: at + 1,
      views: acted.filter(({ seen }) => seen.has(at + 1)).length,
      exits: acted.filter(({ id, seen }) => Math.max(...seen) === at + 1 && !led.has(id)).length,
      medianSeconds: medianOf(acted.flatMap(({ seconds }) => seconds.get(at + 1) ?? [])),
    }))

  /** The Monday of a week in Almaty. */
  function mondayOf({ began }: SimulatedVisit): string {
    const day = new Date(almatyDay(began))
    return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
  }

  test(
    'every figure equals the count over what happened',
    async () => {
      const random = seededRandom(7)
      const { acted, beacons } = simulateVisits(count, { until: today, days: 28, random })
      const tokens = new Map<string, string>()
      for (const { at, visit: told, language } of beacons) {
        now = at
        tokens.set(told.id, tokens.get(told.id) ?? (await givenToken()))
        const answer = await tell(
          { ...told, token: tokens.get(told.id) },
          language ? { 'accept-language': `${language}-KZ,en;q=0.5` } : {},
        )
        expect([answer.statusCode, answer.body]).toEqual([204, ''])
      }
      now = today
      // A visit begins for the server with the first it hears of it.
      const heard = new Map(beacons.toReversed().map(({ visit: { id }, at }) => [id, at]))
      for (const each of acted) each.began = heard.get(each.id) ?? each.began
      await leadOn(acted, random)

      const funnel = await readFunnel()
      expect(funnel.all).toEqual(passageOf(acted))
      expect(funnel.steps).toEqual(stepsOf(acted))
      expect(byName(funnel.bySource)).toEqual(groupsOf(acted, ({ source }) => source))
      expect(byName(funnel.byLanguage)).toEqual(groupsOf(acted, ({ language }) => language))
      expect(byName(funnel.byWeek)).toEqual(groupsOf(acted, mondayOf))
      const days = acted.map(({ began }) => almatyDay(began)).toSorted()
      const shown = { name: textsVersion, first: days[0], last: days.at(-1), isCurrent: true }
      expect(funnel.byTexts).toEqual([{ ...shown, ...passageOf(acted) }])

      const ofInstagram = acted.filter(({ source }) => source === 'instagram')
      const chosen = await readFunnel('?source=instagram')
      expect([chosen.all, chosen.steps]).toEqual([passageOf(ofInstagram), stepsOf(ofInstagram)])
      const direct = acted.filter(({ source, language }) => source === null && language === 'kk')
      expect((await readFunnel('?source=-&language=kk')).all).toEqual(passageOf(direct))
      const week = acted.filter(({ began }) => began >= almatyDayStart(today, 6))
      const ofWeek = await readFunnel('?days=7')
      expect(ofWeek.from).toBe(almatyDay(almatyDayStart(today, 6)))
      expect(ofWeek.all).toEqual(passageOf(week))
      // A week that the period begins inside of is less than the same week is elsewhere, and `from` says since when.
      expect(byName(ofWeek.byWeek)).toEqual(groupsOf(week, mondayOf))
    },
    30_000 + count * 100,
  )
})

test('words of the quiz are told apart by the days they were shown on, the newest first', async () => {
  for (const [id, texts, day] of [
    [1, 'older', '2026-11-02'],
    [2, 'older', '2026-11-19'],
    [3, textsVersion, '2026-11-20'],
    [4, textsVersion, '2026-11-21'],
  ] as const) {
    // An hour of Almaty that is still the day before in Greenwich.
    await sql`insert into visits (id, attempt_id, began_at, seen_at, texts, step, finished)
      values (${`00000000-0000-4000-8000-00000000000${id}`}::uuid, gen_random_uuid(), ${`${day}T01:00:00+05:00`}::timestamptz, now(), ${texts}, 2, false)`.execute(
      server.db,
    )
  }
  const { byTexts } = await readFunnel()
  expect(byTexts.map(({ name, first, last, isCurrent }) => [name, first, last, isCurrent])).toEqual([
    [textsVersion, '2026-11-20', '2026-11-21', true],
    ['older', '2026-11-02', '2026-11-19', false],
  ])
})

test('of more words than are told, the oldest are left out, however often they were seen', async () => {
  await sql`insert into visits (id, attempt_id, began_at, seen_at, texts, step, finished)
    select gen_random_uuid(), gen_random_uuid(), '2026-11-01T12:00:00+05:00'::timestamptz, now(), 'old-' || number, 2, false
    from generate_series(1, 55) as number, generate_series(1, 2)`.execute(server.db)
  await sql`insert into visits (id, attempt_id, began_at, seen_at, texts, step, finished)
    values (gen_random_uuid(), gen_random_uuid(), '2026-11-21T12:00:00+05:00'::timestamptz, now(), ${textsVersion}, 2, false)`.execute(
    server.db,
  )
  const { byTexts } = await readFunnel()
  expect(byTexts).toHaveLength(50)
  expect(byTexts[0]).toMatchObject({ name: textsVersion, visits: 1, isCurrent: true })
})

describe('a page that tells of a visit', () => {
  const rows = () => server.db.selectFrom('visits').selectAll().execute()

  test('keeps the source, the language and the hour of the first time', async () => {
    await tell(
      { ...visit, from: ['Instagram', 'cpc', 'a@b.kz', 'l.instagram.com'] },
      { 'accept-language': 'ru-RU' },
    )
    now = new Date(today.getTime() + 60_000)
    await tell({ ...visit, step: 9, from: ['google', null, null, 'google.com'] }, { 'accept-language': 'kk' })
    expect(await rows()).toMatchObject([
      {
        ...{ utm_source: 'instagram', utm_medium: 'cpc', utm_campaign: null, referrer: 'l.instagram.com' },
        ...{ language: 'ru', step: 9, began_at: today, finished: false },
      },
    ])
  })

  test('is heard with a time nobody takes and with marks of any length, which are not kept', async () => {
    await tell({ ...visit, seconds: [99_999, -3, 5], from: ['x'.repeat(3000), null, null, null] })
    expect(await rows()).toMatchObject([{ seconds: [null, null, 5], utm_source: null }])
  })

  test('follows the attempt until it is saved', async () => {
    const [second, third] = ['2', '3'].map((end) => visit.id.replace(/1$/, end))
    await tell(visit)
    await tell({ ...visit, attempt: second })
    await sql`insert into quiz_leads (attempt_id) values (${second})`.execute(server.db)
    await tell({ ...visit, attempt: third })
    expect(await rows()).toMatchObject([{ attempt_id: second }])
    await sql`delete from quiz_leads where attempt_id = ${second}`.execute(server.db)
    expect(await rows()).toEqual([])
  })

  test.each<[string, unknown, number]>([
    ['nothing', '', 400],
    ['no JSON', '{"id":', 400],
    ['another shape', [], 400],
    ['a step there is not', { ...visit, step: 25 }, 400],
    ['a time that is no number', { ...visit, seconds: ['4'] }, 400],
    ['an answer beside it', { ...visit, gender: 'female' }, 400],
    ['a name in place of an id', { ...visit, id: 'Айгерим' }, 400],
    ['a word with a zero byte', { ...visit, from: ['a\u0000b', null, null, null] }, 400],
    ['too much', { ...visit, from: ['x'.repeat(20_000), null, null, null] }, 413],
  ])('%s is refused and kept nowhere', async (_, payload, status) => {
    expect((await tell(payload)).statusCode).toBe(status)
    expect(await rows()).toEqual([])
  })

  test('is heard as often as its address may, and begins as often as its address and all together may', async () => {
    const strict = await givenServer({
      env: {
        RATE_LIMIT_VISITS: '9/86400',
        RATE_LIMIT_VISITS_BEGUN: '2/86400',
        RATE_LIMIT_VISITS_ALL: '4/86400',
      },
      now: () => today,
    })
    async function tellFrom(address: number, ids: readonly number[]) {
      const statuses = []
      for (const id of ids) {
        const answer = await strict.app.inject({
          ...{ method: 'POST', url: '/api/visits', remoteAddress: `10.0.0.${address}` },
          payload: { ...visit, id: visit.id.replace(/1$/, String(id)) },
        })
        statuses.push(answer.statusCode)
      }
      return statuses
    }
    const statuses = [
      await tellFrom(1, [1, 1, 1, 2, 3, 4, 1, 2, 1, 1]),
      // What the first address was refused is left to these; what is begun may be told by whoever knows it.
      await tellFrom(2, [5, 6]),
      await tellFrom(3, [7, 1]),
    ]
    const askedFor = await strict.app.inject({ url: '/api/visits/token', remoteAddress: '10.0.0.1' })
    expect(askedFor.statusCode).toBe(200)
    await strict.close()
    expect(statuses).toEqual([
      [204, 204, 204, 204, 429, 429, 204, 204, 204, 429],
      [204, 204],
      [429, 204],
    ])
  })

  test('of an attempt that was told of before, or is told of after its lead, leads to nothing', async () => {
    const id = (at: number) => visit.id.replace(/1$/, String(at))
    const hour = 3_600_000
    now = new Date(today.getTime() - hour)
    await tell({ ...visit, finished: true, from: ['instagram', null, null, null] })
    const lead = await sql<{ id: string }>`
      insert into quiz_leads (attempt_id, created_at) values (${visit.attempt}, ${now}) returning id`.execute(
      server.db,
    )
    await sql`
      insert into orders (product, price_tiyn, charge_tiyn, state, lead_id, paid_at)
      values ('subscription', 100, 100, 'paid', ${lead.rows[0]?.id}, ${now})`.execute(server.db)
    await sql`insert into quiz_leads (attempt_id, created_at) values (${id(9)}, ${now})`.execute(server.db)
    now = today
    const from = ['forged', null, null, null]
    for (const at of [2, 3])
      await tell({ ...visit, id: id(at), finished: true, from, token: await givenToken() })
    await tell({ ...visit, id: id(4), attempt: id(9), from, token: await givenToken() })
    const { all, bySource } = await readFunnel()
    await sql`delete from quiz_leads where attempt_id in (${visit.attempt}, ${id(9)})`.execute(server.db)
    expect(all).toMatchObject({ visits: 4, saved: 1, program: 1 })
    expect(bySource.map(({ name, visits, saved, program }) => [name, visits, saved, program])).toEqual([
      ['forged', 3, 0, 0],
      ['instagram', 1, 1, 1],
    ])
  })
})

describe('visits that nothing vouches for', () => {
  const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
  const forge = (count: number, more: object = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        tell({ ...visit, id: id(at + 100), attempt: id(at + 100), step: 24, finished: true, ...more }),
      ),
    )

  test('are in no figure, and the desk is told how many there are', async () => {
    await tell({ ...visit, token: await givenToken() })
    await forge(40)
    const { all, steps, bySource, unproven } = await readFunnel()
    expect({ visits: all.visits, views: steps[0]?.views, unproven }).toEqual({
      visits: 1,
      views: 1,
      unproven: 40,
    })
    expect(bySource).toMatchObject([{ visits: 1 }])
  })

  test('are told of with an error page for a token, which costs them nothing but their proof', async () => {
    expect((await tell({ ...visit, id: id(8), token: '<html>'.repeat(40) })).statusCode).toBe(204)
    expect((await readFunnel()).unproven).toBe(1)
  })

  test('are those without a token, with one of another visit, a forged or an old one', async () => {
    const token = await givenToken()
    await forge(8, { token })
    expect((await readFunnel()).all.visits).toBe(1)
    now = new Date(today.getTime() - 49 * 3_600_000)
    const old = await givenToken()
    now = today
    const [expires = '', nonce = ''] = (await givenToken()).split('.')
    for (const [at, given] of [old, `${expires}.${nonce}.`, `z${expires}.${nonce}.x`, 'x', ''].entries())
      expect((await tell({ ...visit, id: id(at + 1), token: given })).statusCode).toBe(204)
    expect(await readFunnel()).toMatchObject({ all: { visits: 1 }, unproven: 12 })
  })

  test('are proven by a later token or by the lead that they led to, which is what finishes them', async () => {
    await tell({ ...visit, finished: true })
    await tell({ ...visit, finished: true, token: await givenToken() })
    await tell({ ...visit, id: id(2), attempt: id(2) })
    await sql`insert into quiz_leads (attempt_id, created_at) values (${id(2)}, ${now})`.execute(server.db)
    const { all, unproven } = await readFunnel()
    await sql`delete from quiz_leads where attempt_id = ${id(2)}`.execute(server.db)
    expect({ visits: all.visits, saved: all.saved, unproven }).toEqual({ visits: 2, saved: 1, unproven: 0 })
  })
})

test('a source is told apart by its medium and campaign', async () => {
  const from = [
    ['instagram', 'cpc', 'osen', null],
    ['instagram', null, 'osen', null],
    ['google', 'cpc', null, null],
    [null, null, null, null],
  ]
  for (const [at, marks] of from.entries()) {
    const id = visit.id.replace(/1$/, String(at + 1))
    await tell({ ...visit, id, attempt: id, from: marks, token: await givenToken() })
  }
  const named = async (query: string) => (await readFunnel(query)).byCampaign.map(({ name }) => name)
  expect(await named('')).toEqual(['cpc', 'cpc / osen', 'osen', null])
  expect(await named('?source=instagram')).toEqual(['cpc / osen', 'osen'])
})

test('a visit is not led on by the account of an address that was only typed', async () => {
  await tell(visit)
  const { userId } = await server.signIn(freshEmail(timur))
  await sql`insert into quiz_leads (attempt_id, user_id, ownership, created_at)
    values (${visit.attempt}, ${userId}, 'linked', ${today})`.execute(server.db)
  await sql`insert into orders (product, price_tiyn, charge_tiyn, state, test, user_id, paid_at)
    values ('subscription', 100, 100, 'paid', false, ${userId}, ${today})`.execute(server.db)
  expect((await readFunnel()).all).toMatchObject({ saved: 1, program: 0 })

  await sql`update quiz_leads set ownership = 'own' where attempt_id = ${visit.attempt}`.execute(server.db)
  expect((await readFunnel()).all).toMatchObject({ saved: 1, program: 1 })
})

test('of two leads of one person one led to what they did: the one it names, or else the newest before it', async () => {
  const id = (at: number) => visit.id.replace(/1$/, String(at))
  const { userId } = await server.signIn(freshEmail(timur))
  const leadIds: string[] = []
  for (const [at, source] of [
    [2, 'first'],
    [3, 'newest'],
  ] as const) {
    now = new Date(today.getTime() - (4 - at) * 3_600_000)
    await tell({ ...visit, id: id(at), attempt: id(at), from: [source, null, null, null] })
    const { rows } = await sql<{ id: string }>`
      insert into quiz_leads (attempt_id, user_id, ownership, created_at, phone)
      values (${id(at)}, ${userId}, 'own', ${now}, '+7 705 999 88 77') returning id`.execute(server.db)
    leadIds.push(rows[0]?.id ?? '')
  }
  now = today
  await sql`insert into orders (product, price_tiyn, charge_tiyn, state, test, user_id, lead_id, paid_at) values
    ('subscription', 100, 100, 'paid', false, ${userId}, null, ${today}),
    ('consultation', 100, 100, 'paid', false, ${userId}, ${leadIds[0]}, ${today})`.execute(server.db)
  await sql`with contact as (insert into message_contacts (phone) values ('77059998877') returning id)
    insert into messages (kind, contact_id, subcategory, created_at, deadline, next_attempt_at)
    select 'checklist', id, 'A1', ${today}::timestamptz, ${today}, ${today} from contact`.execute(server.db)
  const { all, bySource } = await readFunnel()
  expect(all).toMatchObject({ saved: 2, checklist: 1, program: 1, consultation: 1 })
  expect(bySource).toMatchObject([
    { name: 'first', checklist: 0, program: 0, consultation: 1 },
    { name: 'newest', checklist: 1, program: 1, consultation: 0 },
  ])

  await sql`update messages set status = 'failed', failure = 'recipient', failed_at = now(), send_state = 'done', next_attempt_at = null
    where kind = 'checklist'`.execute(server.db)
  await sql`update orders set paid_at = ${new Date(today.getTime() - 3 * 3_600_000)} where user_id = ${userId}`.execute(
    server.db,
  )
  expect((await readFunnel()).all, 'what failed, and what came before').toMatchObject({
    ...{ checklist: 0, program: 0, consultation: 0 },
  })
})

test('a period that is none is refused', async () => {
  const answer = await server.app.inject({
    url: '/api/desk/funnel?days=3',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(400)
})
