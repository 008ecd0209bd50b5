import { createHash, randomUUID } from 'node:crypto'
import { lingerSeconds } from '@app/platform/testing/linger'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshPhone, givenDesk } from '../../test/given-desk.ts'
import { resetSecondFactors } from '../panel/reset-second-factors.ts'
import { deleteDormantAccount } from '../retention/old-data-repository.ts'

const desk = givenDesk()
const { call, find } = desk

const deletions: Record<
  string,
  { delete: (account: { userId: string; personId: string }) => Promise<unknown>; answer: unknown }
> = {
  'by its owner': {
    delete: async ({ userId }) =>
      (await desk.server.admin.rpc('delete_account', { account_id: userId })).data,
    answer: true,
  },
  'at the desk': {
    delete: async ({ personId }) => (await call('POST', `/people/${personId}/erase`)).json(),
    answer: { done: true },
  },
  'since nobody came for years': {
    delete: ({ userId }) => deleteDormantAccount(desk.server.db, userId, new Date('2100-01-01T00:00:00Z')),
    answer: 'deleted',
  },
}

type Account = { userId: string; email: string }

/** Ways to be signed in: what lingers with the row that it holds, and what begins it. */
const signIns: Record<
  string,
  { event: string; table: string; given: (account: Account) => Promise<() => Promise<number>> }
> = {
  'its code is used': {
    event: 'after update',
    table: 'auth.one_time_tokens',
    given: async ({ email }) => {
      const { data } = await desk.server.admin.auth.admin.generateLink({ type: 'magiclink', email })
      return () => post('verify', { email, token: data.properties?.email_otp, type: 'email' })
    },
  },
  // As somebody comes back from a provider: with no code of a mail, which would be held before the flow.
  'the session of its flow is fetched': {
    event: 'before delete',
    table: 'auth.flow_state',
    given: async ({ userId }) => {
      const verifier = 'v'.repeat(64)
      const authCode = randomUUID()
      await sql`
        insert into auth.flow_state (id, user_id, auth_code, auth_code_issued_at, code_challenge,
          code_challenge_method, provider_type, authentication_method)
        values (gen_random_uuid(), ${userId}::uuid, ${createHash('sha256').update(authCode).digest('hex')}, now(),
          ${verifier}, 'plain', 'google', 'oauth')`.execute(desk.server.db)
      return () => post('token?grant_type=pkce', { auth_code: authCode, code_verifier: verifier })
    },
  },
}

describe.each(Object.keys(signIns))('as %s', (way) => {
  test.each(Object.keys(deletions))(
    'an account that is deleted %s does not wait for it for ever',
    async (by) => {
      const { db, admin } = desk.server
      const [signIn, deletion] = [signIns[way], deletions[by]]
      if (!signIn || !deletion) throw new Error('there is no such way')
      const email = freshEmail(aigerim)
      const { userId, token } = await desk.server.signIn(email)
      const contact = { name: aigerim.name, email, phone: freshPhone() }
      await desk.server.saveLead(buildAttempt({ contact }), token)
      const [person] = await find(email)
      const enter = await signIn.given({ userId, email })
      await sql`create function public.linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(${sql.lit(lingerSeconds)}); return coalesce(new, old); end $$`.execute(db)
      await sql`create trigger linger ${sql.raw(signIn.event)} on ${sql.raw(signIn.table)}
      for each row execute function public.linger()`.execute(db)
      try {
        let isOver = false
        const entering = enter().finally(() => {
          isOver = true
        })
        while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
        const deleted = await deletion.delete({ userId, personId: person?.id ?? '' })
        expect(await entering).toBe(200)
        expect(deleted).toEqual(deletion.answer)
        expect((await admin.auth.admin.getUserById(userId)).data.user).toBeNull()
      } finally {
        await sql`drop function public.linger() cascade`.execute(db)
      }
    },
  )
})

test('factors that a command takes away do not wait for ever for the code of one', async () => {
  const { db, app, publishableKey } = desk.server
  const email = freshEmail(aigerim)
  const { token } = await desk.server.signIn(email)
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` }
  const ask = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/auth/v1/factors${path}`, payload, headers })
  const enrolled = (await ask('', { factor_type: 'totp' })).json()
  const challenge = (await ask(`/${enrolled.id}/challenge`, {})).json()
  await sql`create function public.linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(${sql.lit(lingerSeconds)}); return coalesce(new, old); end $$`.execute(db)
  await sql`create trigger linger after delete on auth.mfa_factors
    for each row execute function public.linger()`.execute(db)
  try {
    let isOver = false
    const resetting = resetSecondFactors(desk.server, email).finally(() => {
      isOver = true
    })
    while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
    const shown = await ask(`/${enrolled.id}/verify`, { challenge_id: challenge.id, code: '000000' })
    expect(shown.statusCode).toBe(403)
    // Begun and never shown: it goes, and is none that protected the account.
    expect(await resetting).toBe(0)
  } finally {
    await sql`drop function public.linger() cascade`.execute(db)
  }
})

async function post(path: string, payload: object): Promise<number> {
  const { app, publishableKey } = desk.server
  const headers = { apikey: publishableKey }
  return (await app.inject({ method: 'POST', url: `/auth/v1/${path}`, payload, headers })).statusCode
}

/**
 * Returns true when somebody does. Where there is one connection alone this is answered when nobody
 * does any more.
 */
async function isLingering(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    desk.server.db,
  )
  return rows.length > 0
}
