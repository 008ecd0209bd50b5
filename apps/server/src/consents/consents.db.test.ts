import { consentVersions } from '@app/content/ru/legal/consent'
import type { ConsentsResponse } from '@app/contracts/consents'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let server: GivenServer
let user: { userId: string; token: string }
let email: string

beforeAll(async () => {
  server = await givenServer()
})
beforeEach(async () => {
  email = freshEmail(aigerim)
  user = await server.signIn(email)
})
afterAll(() => server.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const read = async (token = user.token) =>
  (await server.app.inject({ url: '/api/consents', headers: bearer(token) })).json<ConsentsResponse>()
const standing = async (kind: string) => (await read()).consents.find((each) => each.kind === kind)
const change = (payload: object, token: string | null = user.token) =>
  server.app.inject({
    method: 'POST',
    url: '/api/consents',
    payload,
    headers: token ? bearer(token) : {},
  })
const marketing = { kind: 'marketing', version: consentVersions.marketing }
const messages = { kind: 'messages', version: consentVersions.messages }
const records = () =>
  server.db.selectFrom('consents').selectAll().where('user_id', '=', user.userId).execute()
const takeQuiz = (token?: string) =>
  server.saveLead(
    buildAttempt({
      contact: { name: aigerim.name, email, phone: aigerim.phone },
      consent: { health: consentVersions.health, marketing: consentVersions.marketing },
    }),
    token,
  )

describe('a user’s consents', () => {
  test('that were taken back in the cabinet are not given anew by an attempt that is sent again late', async () => {
    const attempt = buildAttempt({ contact: { name: aigerim.name, email, phone: aigerim.phone } })
    const consent = { health: consentVersions.health, marketing: consentVersions.marketing }
    await server.saveLead({ ...attempt, consent: { health: consentVersions.health } }, user.token)
    await change({ ...marketing, act: 'given' })
    await change({ ...marketing, act: 'withdrawn' })
    expect((await server.saveLead({ ...attempt, consent }, user.token)).statusCode).toBe(200)
    expect(await standing('marketing')).toMatchObject({ state: 'withdrawn' })
  })

  test('are for the signed-in', async () => {
    expect((await server.app.inject('/api/consents')).statusCode).toBe(401)
    expect((await change({ ...marketing, act: 'given' }, null)).statusCode).toBe(401)
  })

  test('begin empty, with the program’s messages allowed', async () => {
    expect((await read()).consents).toEqual([
      { kind: 'health', state: 'never', version: null, at: null, change: 'take_quiz' },
      { kind: 'marketing', state: 'never', version: null, at: null, change: 'give' },
      { kind: 'messages', state: 'never', version: null, at: null, change: 'withdraw' },
    ])
  })

  test('of a quiz are shown with their version and time, withdrawn, and given again', async () => {
    await takeQuiz(user.token)
    expect(await standing('health')).toMatchObject({
      state: 'given',
      version: consentVersions.health,
      change: 'delete_account',
    })
    expect(await standing('marketing')).toMatchObject({ state: 'given', change: 'withdraw' })
    expect((await change({ ...marketing, act: 'withdrawn' })).json()).toEqual(await read())
    expect(await standing('marketing')).toMatchObject({ state: 'withdrawn', change: 'give' })
    await change({ ...marketing, act: 'given' })
    expect(await standing('marketing')).toMatchObject({ state: 'given' })
    expect((await records()).map(({ kind, act, source }) => [kind, act, source]).toSorted()).toEqual([
      ['health', 'given', 'quiz'],
      ['marketing', 'given', 'cabinet'],
      ['marketing', 'given', 'quiz'],
      ['marketing', 'withdrawn', 'cabinet'],
    ])
  })

  test('pressed many times at once are one act', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => change({ ...messages, act: 'withdrawn' })),
    )
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await records()).toHaveLength(1)
  })

  test('ticked by somebody who was not signed in count once the user says the attempt is theirs', async () => {
    await change({ ...marketing, act: 'given' })
    await change({ ...marketing, act: 'withdrawn' })
    await takeQuiz()
    expect(await standing('marketing')).toMatchObject({ state: 'withdrawn' })
    expect(await standing('health')).toMatchObject({ state: 'never' })
    await server.db
      .updateTable('quiz_leads')
      .set({ ownership: 'own' })
      .where('user_id', '=', user.userId)
      .execute()
    expect(await standing('marketing')).toMatchObject({ state: 'given' })
    expect(await standing('health')).toMatchObject({ state: 'given' })
  })

  test('of an attempt that is not theirs leave with it, and stay on record', async () => {
    await change({ ...messages, act: 'withdrawn' })
    await takeQuiz()
    const { id } = await server.db
      .selectFrom('quiz_leads')
      .select('id')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    const disown = () =>
      server.app.inject({
        method: 'POST',
        url: '/rest/v1/rpc/disown_lead',
        headers: { ...bearer(user.token), apikey: server.publishableKey },
        payload: { lead_id: id },
      })
    expect((await disown()).json()).toBe(true)
    expect((await disown()).json()).toBe(false)
    expect((await records()).map(({ kind }) => kind)).toEqual(['messages'])
    const kept = await server.db.selectFrom('consents').selectAll().where('lead_id', '=', id).execute()
    expect(kept.map(({ kind, user_id: userId }) => [kind, userId]).toSorted()).toEqual([
      ['health', null],
      ['marketing', null],
    ])
  })

  test.each([
    ['the one that ends with the account', { kind: 'health', version: consentVersions.health }, 403],
    ['a text nobody knows', { kind: 'marketing', version: 'marketing-1999' }, 422],
    ['another text’s version', { kind: 'marketing', version: consentVersions.health }, 422],
    ['an unknown kind', { kind: 'everything', version: consentVersions.health }, 400],
    ['no version', { kind: 'marketing' }, 400],
  ])('refuse %s', async (_, wrong, status) => {
    await takeQuiz(user.token)
    const before = await records()
    expect((await change({ ...wrong, act: 'withdrawn' })).statusCode).toBe(status)
    expect(await records()).toEqual(before)
  })

  test('cannot be written past the server', async () => {
    const { error } = await server
      .visitor()
      .from('consents')
      .insert({ kind: 'marketing', version: 'x', text_sha256: '0'.repeat(64), user_id: user.userId })
    expect(error).not.toBeNull()
  })
})
