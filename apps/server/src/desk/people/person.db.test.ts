import { randomUUID } from 'node:crypto'
import type { StaffMember } from '@app/contracts/desk/staff'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../../test/given-desk.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy, write, audits } = desk

describe('a person’s page', () => {
  test('tells all that happened, newest first, without answers', async () => {
    const person = await givenPerson()
    const { invId } = await buy(person, 'subscription')
    await write(person, 'А можно вопрос?')
    const page = await open(person.id)
    expect(page.purchases).toMatchObject([{ invId, state: 'paid', program: { state: 'active', day: 0 } }])
    expect(page.contacts).toMatchObject([{ isProven: false, optedOut: false }])
    const happened = page.events.map(({ what }) => what)
    expect(happened.slice(0, 1)).toEqual(['wrote'])
    expect(new Set(happened)).toEqual(new Set(['wrote', 'paid', 'ordered', 'consent', 'finished']))
    const times = page.events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(JSON.stringify(page)).not.toContain('tongueColor')
  })

  test('shows answers to the owner alone, and each look is taken down', async () => {
    const person = await givenPerson()
    const answers = (role: Role) => call('GET', `/people/${person.id}/answers`, undefined, role)
    expect((await answers('owner')).json()).toMatchObject({
      attempts: [{ category: 'A2', answers: { tongueColor: '5' } }],
    })
    expect((await answers('assistant')).statusCode).toBe(403)
    expect((await answers('technician')).statusCode).toBe(403)
    expect(await audits(person.id)).toMatchObject([{ action: 'answers_read', actor: desk.ownerId }])
  })

  test('says who may be the same, and merges nobody', async () => {
    const person = await givenPerson()
    const contact = { name: 'Другая', email: freshEmail(aigerim), phone: person.phone }
    await desk.server.saveLead(buildAttempt({ contact }))
    expect((await open(person.id)).maybeSame).toMatchObject([{ name: 'Другая', by: ['phone'] }])
  })
})

describe('whoever works here', () => {
  const erase = (personId: string | undefined) => call('POST', `/people/${personId}/erase`)
  const giveRole = (userId: string, role: string | null) =>
    desk.server.admin.auth.admin.updateUserById(userId, { app_metadata: { role } })
  const finishQuiz = (email: string, token: string) =>
    desk.server.saveLead(buildAttempt({ contact: { name: 'Тимур', email, phone: freshPhone() } }), token)

  test.each(['owner', 'assistant'] as const)('as %s is marked, and is not deleted', async (role) => {
    const email = freshEmail(timur)
    const { userId, token } = await desk.server.signInAsStaff(email, role)
    await finishQuiz(email, token)
    const [person] = await find(email)
    expect(person).toMatchObject({ isStaff: true })
    const refused = await erase(person?.id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'person_is_staff'])
    const { data } = await desk.server.admin.auth.admin.getUserById(userId)
    expect(data.user?.app_metadata.role).toBe(role === 'owner' ? 'admin' : 'assistant')
    expect(await audits(person?.id ?? '')).toEqual([])
  })

  test('is a person like any other before and after', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await desk.server.signIn(email)
    await finishQuiz(email, token)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
    await giveRole(userId, 'technician')
    const [person] = await find(email)
    expect(person).toMatchObject({ isStaff: true })
    expect((await erase(person?.id)).json().code).toBe('person_is_staff')
    await giveRole(userId, null)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
    expect((await erase(person?.id)).statusCode).toBe(200)
  })

  test('from a moment while they are being deleted on is not deleted', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await desk.server.signIn(email)
    await finishQuiz(email, token)
    const [person] = await find(email)
    const { error } = await desk.server.admin.storage.from('public-downloads').upload(`${userId}.txt`, 'файл')
    if (error) throw error
    const run = (statement: string) => sql.raw(statement).execute(desk.server.db)
    await run(`update storage.objects set owner_id = '${userId}' where name = '${userId}.txt'`)
    await run(`create function public.appoint() returns trigger language plpgsql security definer as $$ begin
      update auth.users set raw_app_meta_data = '{"role": "assistant"}' where id = '${userId}'; return null; end $$`)
    await run(
      'create trigger appoint after delete on storage.objects for each row execute function public.appoint()',
    )
    onTestFinished(async () => {
      await run('drop trigger appoint on storage.objects')
      await run('drop function public.appoint()')
    })
    expect((await erase(person?.id)).json().code).toBe('person_is_staff')
    expect((await desk.server.admin.auth.admin.getUserById(userId)).data.user).not.toBeNull()
  })

  test('is listed with the owners first, and with a second factor once it is confirmed', async () => {
    const email = `zz-${freshEmail(timur)}`
    const { userId } = await desk.server.signInAsStaff(email, 'owner')
    const { userId: helperId } = await desk.server.signInAsStaff(freshEmail(timur), 'assistant')
    await sql`delete from auth.mfa_factors where user_id = ${helperId}`.execute(desk.server.db)
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${helperId}, 'totp', 'unverified', now(), now())`.execute(desk.server.db)
    const { members } = (await call('GET', '/staff')).json<{ members: StaffMember[] }>()
    const owners = members.filter(({ role }) => role === 'owner')
    expect(members.slice(0, owners.length)).toEqual(owners)
    expect(owners.at(-1)).toMatchObject({ userId, email })
    expect(members.find((member) => member.userId === helperId)).toMatchObject({ hasFactor: false })
  })

  test('and left nothing is not listed, nor when they work here no more, until they leave something', async () => {
    const email = freshEmail(timur)
    const { userId } = await desk.server.signIn(email)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
    await giveRole(userId, 'assistant')
    expect(await find(email)).toEqual([])
    expect((await call('DELETE', `/staff/${userId}`)).statusCode).toBe(200)
    expect(await find(email)).toEqual([])
    const password = 'Narrow-steppe-2026'
    await desk.server.admin.auth.admin.updateUserById(userId, { password })
    const { data } = await desk.server.visitor().auth.signInWithPassword({ email, password })
    await finishQuiz(email, data.session?.access_token ?? '')
    expect(await find(email)).toMatchObject([{ isStaff: false }])
  })
})

describe('a program', () => {
  const messagesOf = (programId: string) =>
    desk.server.db
      .selectFrom('messages')
      .select(['kind', 'day', 'failure'])
      .where('subscription_id', '=', programId)
      .orderBy('created_at')
      .execute()

  test('is halted, goes on, begins from a day and repeats one; each is taken down with before and after', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const steer = (action: object, role: Role = 'owner') =>
      call('POST', `/people/${person.id}/programs/${programId}`, action, role)
    expect((await steer({ action: 'pause' })).json()).toMatchObject({
      person: { program: { state: 'paused', stands: false } },
      purchases: [{ program: { paused: true } }],
    })
    expect((await steer({ action: 'resume' })).json()).toMatchObject({
      person: { program: { state: 'active' } },
    })
    expect((await steer({ action: 'begin', day: 3 })).json()).toMatchObject({
      // Nothing was sent, wherever it stands now.
      purchases: [{ refundDueTiyn: 500_000, program: { day: 2, sent: [] } }],
    })
    expect((await steer({ action: 'repeat', day: 2 })).statusCode).toBe(200)
    expect(await messagesOf(programId)).toMatchObject([{ kind: 'manual', day: 2, failure: null }])
    expect((await steer({ action: 'pause' }, 'technician')).statusCode).toBe(403)
    expect((await steer({ action: 'no such thing' })).statusCode).toBe(400)
    expect(await audits(person.id)).toMatchObject([
      { details: { did: 'program_pause', before: { paused: false }, after: { paused: true } } },
      { details: { did: 'program_resume' } },
      { details: { did: 'program_begin', before: { round: 1 }, after: { round: 2, day: 2 } } },
      { details: { did: 'program_repeat', day: 2 } },
    ])
  })

  test('is begun once and repeats a day once, however often it is pressed', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const steer = (action: object) => call('POST', `/people/${person.id}/programs/${programId}`, action)
    for (const action of [{ action: 'begin', day: 3 }, { action: 'repeat', day: 2 }, { action: 'pause' }]) {
      const answers = await Promise.all([steer(action), steer(action), steer(action)])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    }
    expect(await messagesOf(programId)).toMatchObject([{ kind: 'manual', day: 2 }])
    expect(await audits(person.id)).toMatchObject([
      { details: { did: 'program_begin', before: { round: 1 }, after: { round: 2 } } },
      { details: { did: 'program_repeat' } },
      { details: { did: 'program_pause' } },
    ])
  })

  test('of somebody else is not there', async () => {
    const person = await givenPerson()
    const other = await givenPerson()
    await buy(other, 'subscription')
    const programId = (await open(other.id)).purchases[0]?.program?.id ?? ''
    const answer = await call('POST', `/people/${person.id}/programs/${programId}`, { action: 'pause' })
    expect(answer.statusCode).toBe(404)
  })

  test('and a checklist are refused for a number that asked for silence', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const contactId = await write(person, 'СТОП')
    await desk.server.db
      .updateTable('message_contacts')
      .set({ opted_out_at: new Date() })
      .where('id', '=', contactId)
      .execute()
    const answers = [
      await call('POST', `/people/${person.id}/programs/${programId}`, { action: 'repeat', day: 1 }),
      await call('POST', `/people/${person.id}/checklist`),
      await call('POST', '/messages/answers', { messageId: randomUUID(), contactId, text: 'Вернитесь' }),
    ]
    expect(answers.map((answer) => answer.json().code)).toEqual(['opted_out', 'opted_out', 'opted_out'])
  })
})
