import { leadRowColumns } from '@app/contracts/lead-row'
import { createLoopbackFetch } from '@app/server/services/loopback-fetch'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { PostgrestClient } from '@supabase/postgrest-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkAccess, checkConnection, checkSchema, type DatabaseKeys } from './database-checks.ts'

const { signal } = new AbortController()
let server: GivenServer
let administrator: { userId: string; token: string }
beforeAll(async () => {
  server = await givenServer()
  administrator = await server.signInAsStaff(freshEmail(timur))
})
afterAll(() => server.close())

/** The clients a page has, asking the real server. */
function keys({ key = server.publishableKey, answer }: { key?: string; answer?: () => Response } = {}) {
  const send = createLoopbackFetch(() => server.app)
  const client = (headers: Record<string, string>) =>
    new PostgrestClient('http://localhost:3000/rest/v1', {
      headers: { apikey: key, ...headers },
      fetch: answer ? async () => answer() : send,
      retry: false,
    })
  const authorization = `Bearer ${administrator.token}`
  return { visitor: client({}), administrator: client({ authorization }) } satisfies DatabaseKeys
}

async function askServer() {
  const headers = { authorization: `Bearer ${administrator.token}` }
  return (await server.app.inject({ url: '/api/panel/row-security', headers })).json()
}

const access = (clients = keys()) => checkAccess(clients, { userId: administrator.userId, askServer, signal })
const schema = (clients = keys()) => checkSchema(clients, { askServer, signal })

async function outcomes(clients = keys()) {
  return {
    connection: await checkConnection(clients, signal),
    schema: await schema(clients),
    access: await access(clients),
  }
}

/** Breaks the database for one test. */
async function given(change: string, undo: string) {
  await sql.raw(change).execute(server.db)
  onTestFinished(async () => void (await sql.raw(undo).execute(server.db)))
}

async function givenLead(userId: string | null) {
  const { id } = await server.db
    .insertInto('quiz_leads')
    .values({ user_id: userId, name: 'Айгерим', quiz_answers: '{}', scores: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  onTestFinished(async () => void (await server.db.deleteFrom('quiz_leads').where('id', '=', id).execute()))
}

test('the contract names every column there is', async () => {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = 'quiz_leads'`.execute(server.db)

  expect(rows.map(({ column_name }) => column_name).toSorted()).toEqual(leadRowColumns.toSorted())
})

describe('a database in order', () => {
  test('succeeds without a row, and with rows of others', async () => {
    const success = { success: true }
    const all = { connection: success, schema: success, access: success }
    expect(await outcomes()).toMatchObject(all)

    const { userId } = await server.signIn(freshEmail(aigerim))
    for (const owner of [null, userId, administrator.userId]) await givenLead(owner)
    expect(await outcomes()).toMatchObject({
      ...all,
      connection: { success: true, data: { visitor: 0, administrator: 1 } },
      access: {
        success: true,
        data: {
          code: 'PGRST116',
          isOn: true,
          ...{ visitorSees: 0, visitorChanges: 0, strangerSees: 0, strangerChanges: 0 },
        },
      },
    })
  })
})

describe('a database that is out of order fails', () => {
  test('with a wrong key, although the administrator’s token is good', async () => {
    const { connection, schema, access } = await outcomes(keys({ key: 'sb_publishable_wrong' }))

    expect(connection).toMatchObject({ success: false, alert: 'Database connection failed: 401' })
    expect(schema).toMatchObject({ success: false, error: expect.stringMatching(/С\sключом посетителя/) })
    expect(access.success).toBe(false)
  })

  test('when a page answers in its place', async () => {
    const page = keys({ answer: () => new Response('<!doctype html>', { status: 200 }) })
    const { connection, schema, access } = await outcomes(page)

    expect(connection.message).toMatch(/без\sчисла строк/)
    expect([schema.success, access.success]).toEqual([false, false])
  })

  test('when a column is gone', async () => {
    await given(
      'alter table public.quiz_leads rename column country to gone',
      'alter table public.quiz_leads rename column gone to country',
    )

    expect(await schema()).toMatchObject({
      success: false,
      alert: expect.stringMatching(/^Schema check failed: .*country/),
    })
  })

  test('when a column is of another kind, and nothing is there to be seen', async () => {
    await given(
      'alter table public.quiz_leads alter column confirmed_at type date',
      'alter table public.quiz_leads alter column confirmed_at type timestamptz',
    )

    expect(await schema()).toMatchObject({
      success: false,
      alert: expect.stringMatching(/^Schema check failed: confirmed_at/),
    })
  })

  test('when a row comes empty or with a value of another kind', async () => {
    for (const row of [{}, null, { id: 7 }]) {
      const outcome = await schema(keys({ answer: () => Response.json([row]) }))
      expect(outcome).toMatchObject({
        success: false,
        message: expect.stringMatching(/Schema check failed: 0/),
      })
    }
  })

  test('when row security is off, and nothing is there to be seen', async () => {
    await given(
      'alter table public.quiz_leads disable row level security',
      'alter table public.quiz_leads enable row level security',
    )

    const outcome = await access()
    expect(outcome.success).toBe(false)
    expect(outcome.alert).toMatch(/RLS test error: Защита строк выключена/)
  })

  test.each([
    ['everybody', 'to anon, authenticated using (true)', /видна без\sвхода/],
    ['visitors the leads of nobody', 'to anon using (user_id is null)', /видна без\sвхода/],
    ['visitors the leads with a link', 'to anon using (result_token is not null)', /видна без\sвхода/],
    ['whoever is signed in', 'to authenticated using (true)', /Чужая строка/],
    [
      'whoever is signed in the leads that somebody owns',
      'to authenticated using (user_id is not null)',
      /Чужая/,
    ],
    ...[
      `auth.jwt()->>'aud' = 'authenticated'`,
      `auth.jwt()->>'email' is not null`,
      `auth.jwt()->>'phone' is not null`,
      `auth.jwt()->>'aal' = 'aal1'`,
      `auth.jwt()->>'aal' = 'aal2'`,
      `auth.jwt()->>'session_id' is not null`,
      `(auth.jwt()->>'is_anonymous')::boolean is false`,
      `auth.jwt()->'amr'->0->>'method' is not null`,
      `auth.jwt()->'app_metadata'->>'provider' = 'email'`,
    ].map((rule): [string, string, RegExp] => [rule, `to authenticated using (${rule})`, /Чужая/]),
  ])('when a policy shows %s, and nothing is there to be seen', async (_whom, rule, reason) => {
    await given(
      `create policy "too much" on public.quiz_leads for select ${rule}`,
      'drop policy "too much" on public.quiz_leads',
    )

    const outcome = await access()
    expect(outcome.success).toBe(false)
    expect(outcome.alert).toMatch(reason)
  })

  test.each([
    ['authenticated', 'for update to authenticated using (true)', null],
    [
      'authenticated',
      'for update to authenticated using (true) with check (user_id = auth.uid())',
      'update (user_id)',
    ],
    ['authenticated', 'for delete to authenticated using (true)', 'delete'],
    ['anon', 'for update to anon using (user_id is null)', 'update (city)'],
    ['anon', 'for delete to public using (auth.uid() is null)', 'delete'],
  ])('when %s has a policy %s, and nothing is there to be changed', async (role, rule, privilege) => {
    await given(
      `create policy "too much" on public.quiz_leads ${rule}`,
      'drop policy "too much" on public.quiz_leads',
    )
    if (privilege)
      await given(
        `grant ${privilege} on public.quiz_leads to ${role}`,
        `revoke ${privilege} on public.quiz_leads from ${role}`,
      )

    const outcome = await access()
    expect(outcome.success).toBe(false)
    expect(outcome.alert).toMatch(/можно изменить или удалить/)
  })

  test('when somebody’s lead is shown', async () => {
    await given(
      `create policy "too much" on public.quiz_leads for select to anon, authenticated using (name = 'Айгерим')`,
      'drop policy "too much" on public.quiz_leads',
    )
    await givenLead(null)
    expect((await access()).alert).toMatch(/видна без\sвхода/)
  })
})
