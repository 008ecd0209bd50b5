import { givenSubscription } from '@app/testing/messages/given-messages'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { givenMessagingApi } from './given-messaging-api.ts'

const api = givenMessagingApi()
const { post } = api

describe('POST /api/contact', () => {
  const change = (payload: object, token?: string) =>
    post('/api/contact', payload, token ? { authorization: `Bearer ${token}` } : {})
  const givenLead = (userId: string, ownership: 'own' | 'linked') =>
    api.server.db
      .insertInto('quiz_leads')
      .values({
        user_id: userId,
        ownership,
        name: 'Прежнее имя',
        phone: '+77011234567',
        quiz_answers: '{}',
        scores: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const contactOf = (id: string) =>
    api.server.db
      .selectFrom('quiz_leads')
      .select(['name', 'phone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const toldOf = async (userId: string) =>
    (
      await api.server.db
        .selectFrom('auth.users')
        .select('raw_user_meta_data as told')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).told

  test('is for the signed-in', async () =>
    expect((await change({ phone: '+77019998877' })).statusCode).toBe(401))

  test.each([
    { phone: 'нет' },
    { phone: '+7' },
    { phone: 77019998877 },
    { name: ' ' },
    { name: 'ё'.repeat(300) },
    {},
  ])('refuses %j', async (payload) => {
    expect((await change(payload, api.user.token)).statusCode).toBe(400)
  })

  test('moves the caller’s programs and nobody else’s', async () => {
    const mine = await givenSubscription(api.server.db, { userId: api.user.userId, phone: '+77011234567' })
    const other = await givenSubscription(api.server.db, { userId: api.admin.userId, phone: '+77011234567' })
    const response = await change({ phone: '+7 (701) 999-88-77' }, api.user.token)
    expect([response.statusCode, response.json()]).toEqual([200, { programs: 1 }])
    const phoneOf = async (id: string) =>
      (await api.server.db.selectFrom('subscriptions').select('phone').where('id', '=', id).execute())[0]
        ?.phone
    expect([await phoneOf(mine), await phoneOf(other)]).toEqual(['+77019998877', null])
    expect((await change({ phone: '+77019998877' }, api.user.token)).json()).toEqual({ programs: 0 })

    // A phone that a checklist was asked for is the account's from now on; the program goes on where it was.
    const asked = await change({ phone: '+77019998866', keepPrograms: true }, api.user.token)
    expect([asked.statusCode, asked.json(), await phoneOf(mine)]).toEqual([
      200,
      { programs: 0 },
      '+77019998877',
    ])
    expect(await toldOf(api.user.userId)).toMatchObject({ phone: '+77019998866' })
  })

  test('changes the account and the leads that are certainly the caller’s, one field without the other', async () => {
    const own = await givenLead(api.user.userId, 'own')
    const linked = await givenLead(api.user.userId, 'linked')
    const strangers = await givenLead(api.admin.userId, 'own')
    await change({ phone: '+77019998800' }, api.user.token)
    await change({ name: ' Айгерим ' }, api.user.token)
    expect(await contactOf(own.id)).toEqual({ name: 'Айгерим', phone: '+77019998800' })
    const before = { name: 'Прежнее имя', phone: '+77011234567' }
    expect([await contactOf(linked.id), await contactOf(strangers.id)]).toEqual([before, before])
    expect(await toldOf(api.user.userId)).toMatchObject({
      ...{ name: 'Айгерим', full_name: 'Айгерим' },
      ...{ phone: '+77019998800', phone_number: '+77019998800' },
    })
  })

  const forgetTold = async () => {
    await api.server.db.deleteFrom('quiz_leads').where('user_id', '=', api.user.userId).execute()
    await sql`update auth.users set raw_user_meta_data = raw_user_meta_data - 'phone' - 'phone_number' where id = ${api.user.userId}::uuid`.execute(
      api.server.db,
    )
  }

  test('a phone typed for a purchase is the account’s where no number is known, and takes the place of none', async () => {
    const typed = { phone: '+77019998811', ifMissing: true }
    const program = await givenSubscription(api.server.db, { userId: api.user.userId, phone: '+77011234567' })
    await forgetTold()
    expect((await change(typed, api.user.token)).json()).toEqual({ programs: 0 })
    expect(await toldOf(api.user.userId)).toMatchObject({
      phone: '+77019998811',
      phone_number: '+77019998811',
    })

    // Neither is saved by this, so who asks for it is told and loses nothing.
    for (const more of [{ name: 'Айгерим' }, { keepPrograms: true }]) {
      expect((await change({ ...typed, ...more }, api.user.token)).statusCode).toBe(400)
    }
    const friends = { phone: '+77019998822', ifMissing: true }
    expect((await change(friends, api.user.token)).statusCode).toBe(200)
    expect(await toldOf(api.user.userId)).toMatchObject({
      phone: '+77019998811',
      phone_number: '+77019998811',
    })
    const { phone } = await api.server.db
      .selectFrom('subscriptions')
      .select('phone')
      .where('id', '=', program)
      .executeTakeFirstOrThrow()
    expect(phone).toBeNull()
  })

  test('nor is it the account’s where a result of their own names another number', async () => {
    await forgetTold()
    const own = await givenLead(api.user.userId, 'own')
    await change({ phone: '+77019998822', ifMissing: true }, api.user.token)
    expect(await toldOf(api.user.userId)).not.toHaveProperty('phone')
    expect(await contactOf(own.id)).toMatchObject({ phone: '+77011234567' })

    await change({ phone: '8 701 123 45 67', ifMissing: true }, api.user.token)
    expect(await toldOf(api.user.userId)).toMatchObject({ phone: expect.stringContaining('7011234567') })
    await forgetTold()
  })

  test('a result that was left for somebody else names no number of the buyer’s', async () => {
    await forgetTold()
    await givenLead(api.user.userId, 'linked')
    await change({ phone: '+77019998833', ifMissing: true }, api.user.token)
    expect(await toldOf(api.user.userId)).toMatchObject({
      phone: '+77019998833',
      phone_number: '+77019998833',
    })
    await forgetTold()
  })

  test.each(['phone', 'phone_number'])(
    'an account that has its number as %s alone keeps it',
    async (name) => {
      await forgetTold()
      const known = JSON.stringify({ [name]: '+77011234567' })
      await sql`update auth.users set raw_user_meta_data = raw_user_meta_data || ${known}::jsonb
      where id = ${api.user.userId}::uuid`.execute(api.server.db)
      const before = await toldOf(api.user.userId)
      expect(before).toMatchObject({ [name]: '+77011234567' })
      expect((await change({ phone: '+77019998844', ifMissing: true }, api.user.token)).statusCode).toBe(200)
      expect(await toldOf(api.user.userId)).toEqual(before)
      await forgetTold()
    },
  )

  test('saves nothing when one of the places refuses', async () => {
    const id = await givenSubscription(api.server.db, { userId: api.user.userId, phone: '+77011234567' })
    const told = await toldOf(api.user.userId)
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      api.server.db,
    )
    await sql`create trigger refuse before update on auth.users for each row execute function refuse()`.execute(
      api.server.db,
    )
    const { statusCode } = await change({ phone: '+77015550000' }, api.user.token)
    await sql`drop function refuse cascade`.execute(api.server.db)
    expect(statusCode).toBe(500)
    const { phone } = await api.server.db
      .selectFrom('subscriptions')
      .select('phone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([phone, await toldOf(api.user.userId)]).toEqual([null, told])
  })
})
