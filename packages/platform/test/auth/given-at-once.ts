import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { providers } from '../../src/optional/providers/providers.ts'
import { call, serviceClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { lingerSeconds } from '../../testing/linger.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

export const asel = 'asel@example.com'

/** A platform whose requests are held back until another one has come in between. */
export function givenAtOnce() {
  let platform: TestPlatform

  beforeAll(async () => {
    platform = await givenPlatform({
      auth: {
        smtpMaxFrequency: 60,
        sessionTimeboxByRole: { staff: 3_600 },
        updatePasswordRequireReauthentication: true,
      },
      optionalSignIns: [providers({ manualLinking: true })],
    })
  })

  afterAll(() => platform.close())

  beforeEach(async () => {
    await truncateAll(platform.db)
    platform.mails.length = 0
  })

  const post = (path: string, body: object) =>
    call(platform, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })

  async function givenProven(facts: object = {}): Promise<string> {
    const { data, error } = await serviceClient(platform).auth.admin.createUser({
      email: asel,
      email_confirm: true,
      ...facts,
    })
    if (error) throw error
    return data.user.id
  }

  async function codeFor(email: string): Promise<string> {
    expect((await post('otp', { email })).status).toBe(200)
    return platform.lastMailTo(email).code
  }

  beforeAll(async () => {
    await sql`create function public.linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(${sql.lit(lingerSeconds)}); return coalesce(new, old); end $$`.execute(platform.db)
  })

  /** Whether somebody does. Where there is one connection alone this is answered when nobody does any more. */
  async function isLingering(): Promise<boolean> {
    const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
      platform.db,
    )
    return rows.length > 0
  }

  /** Does one thing, which lingers once it holds a row of the table, and the others meanwhile. */
  async function during(
    { event, table }: { event: string; table: string },
    first: () => Promise<{ status: number }>,
    others: (() => Promise<{ status: number }>)[],
  ): Promise<number[]> {
    const name = sql.raw(table)
    await sql`create trigger linger ${sql.raw(event)} on ${name}
    for each row execute function public.linger()`.execute(platform.db)
    try {
      let isOver = false
      const begun = first().finally(() => {
        isOver = true
      })
      while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
      const answers = await Promise.all([begun, ...others.map((other) => other())])
      return answers.map(({ status }) => status)
    } finally {
      await sql`drop trigger linger on ${name}`.execute(platform.db)
    }
  }

  return {
    get platform() {
      return platform
    },
    post,
    givenProven,
    codeFor,
    during,
  }
}
