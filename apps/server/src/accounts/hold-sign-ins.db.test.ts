import { lingerSeconds } from '@app/platform/testing/linger'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshPhone, givenDesk } from '../../test/given-desk.ts'
import { deleteDormantAccount } from '../retention/old-data-repository.ts'

const desk = givenDesk()
const { call, find } = desk

const deletions: Record<string, (account: { userId: string; personId: string }) => Promise<unknown>> = {
  'by its owner': async ({ userId }) =>
    (await desk.server.admin.rpc('delete_account', { account_id: userId })).data,
  'at the desk': async ({ personId }) => (await call('POST', `/people/${personId}/erase`)).json(),
  'since nobody came for years': ({ userId }) =>
    deleteDormantAccount(desk.server.db, userId, new Date('2100-01-01T00:00:00Z')),
}

test.each([
  ['by its owner', true],
  ['at the desk', { done: true }],
  ['since nobody came for years', 'deleted'],
])('an account that is deleted %s as its code is used does not wait for it for ever', async (way, done) => {
  const { db, admin, visitor } = desk.server
  const email = freshEmail(aigerim)
  const { userId, token } = await desk.server.signIn(email)
  const contact = { name: aigerim.name, email, phone: freshPhone() }
  await desk.server.saveLead(buildAttempt({ contact }), token)
  const [person] = await find(email)
  const { data } = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const code = data.properties?.email_otp ?? ''
  await sql`create function public.linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(${sql.lit(lingerSeconds)}); return null; end $$`.execute(db)
  await sql`create trigger linger after update on auth.one_time_tokens
    for each row execute function public.linger()`.execute(db)
  try {
    let isOver = false
    const using = visitor()
      .auth.verifyOtp({ email, token: code, type: 'email' })
      .finally(() => {
        isOver = true
      })
    while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
    const deleted = await deletions[way]?.({ userId, personId: person?.id ?? '' })
    expect((await using).error).toBeNull()
    expect(deleted).toEqual(done)
    expect((await admin.auth.admin.getUserById(userId)).data.user).toBeNull()
  } finally {
    await sql`drop function public.linger() cascade`.execute(db)
  }
})

/** Whether somebody does. Where there is one connection alone this is answered when nobody does any more. */
async function isLingering(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    desk.server.db,
  )
  return rows.length > 0
}
