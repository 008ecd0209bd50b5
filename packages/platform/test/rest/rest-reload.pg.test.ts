import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serviceClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform()
  await sql`create table public.boxes (id serial primary key, color text, size int default 7)`.execute(
    platform.db,
  )
})
afterAll(() => platform.close())

/** The default that an insert fills in for a row that leaves the column out while others name it. */
async function filledIn(): Promise<unknown> {
  const { data } = await serviceClient(platform)
    .from('boxes')
    .insert([{ color: 'red' }, { size: 1 }], { defaultToNull: false })
    .select()
  return data?.[0]?.size
}

it('reads what there is again when told so, and not before', async () => {
  expect(await filledIn()).toBe(7)
  await sql`alter table public.boxes alter column size set default 9`.execute(platform.db)
  await sql`notify pgrst, 'reload config'`.execute(platform.db)
  expect(await filledIn()).toBe(7)
  await sql`notify pgrst, 'reload schema'`.execute(platform.db)
  await expect.poll(filledIn).toBe(9)
})

it.runIf(process.env.TEST_DATABASE === 'postgres')(
  'hears it again after its connection was cut',
  async () => {
    const listener = () =>
      sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query = 'listen "pgrst"'`.execute(platform.db)
    const [first] = (await listener()).rows
    expect(first).toBeDefined()
    await sql`select pg_terminate_backend(${first?.pid ?? 0}::int)`.execute(platform.db)
    await expect.poll(async () => (await listener()).rows[0]?.pid).not.toBe(first?.pid)
    await expect.poll(async () => (await listener()).rows.length).toBe(1)
  },
)
