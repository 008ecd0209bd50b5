import { createHash } from 'node:crypto'
import { consentVersions, healthConsent } from '@app/content/ru/legal/consent'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { maxLinkedLeads } from '@app/domain/leads/ownership'
import { givenDatabase } from '@app/testing/database/given-database'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { givenServer } from '@app/testing/server/given-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { attemptFor, givenLeads } from './given-leads.ts'

const given = givenLeads()
const { leadsOf } = given

describe('consent', () => {
  test('is kept with the text’s version and hash, the time and where it came from', async () => {
    const consent = { health: consentVersions.health, marketing: consentVersions.marketing }
    await given.server.saveLead({ ...attemptFor(given.email), consent })
    const [lead] = await leadsOf(given.email)
    const kept = await given.server.db
      .selectFrom('consents')
      .selectAll()
      .where('lead_id', '=', lead?.id ?? '')
      .orderBy('kind')
      .execute()
    const text = JSON.stringify(healthConsent(sampleOwner))

    expect(kept.map(({ kind, version }) => [kind, version])).toEqual([
      ['health', consentVersions.health],
      ['marketing', consentVersions.marketing],
    ])
    expect(kept[0]).toMatchObject({
      text_sha256: createHash('sha256').update(text).digest('hex'),
      user_id: lead?.user_id,
      source: 'quiz',
    })
    expect(String(kept[0]?.ip)).toContain('127.0.0.1')
    expect(Math.abs(Date.now() - Number(kept[0]?.accepted_at))).toBeLessThan(60_000)
  })

  test('that is first given when the attempt is sent again is kept once, and is given to no stranger’s', async () => {
    const { token } = await given.server.signIn(freshEmail(timur))
    const attempt = attemptFor(given.email)
    const consent = { health: consentVersions.health, marketing: consentVersions.marketing }
    await given.server.saveLead(attempt)
    const contact = { ...attempt.contact, phone: timur.phone }
    expect((await given.server.saveLead({ ...attempt, consent, contact }, token)).statusCode).toBe(409)
    const kinds = async () => {
      const [lead] = await leadsOf(given.email)
      const kept = await given.server.db
        .selectFrom('consents')
        .select(['kind', 'user_id'])
        .where('lead_id', '=', lead?.id ?? '')
        .execute()
      expect(kept.every((one) => one.user_id === lead?.user_id)).toBe(true)
      return kept.map(({ kind }) => kind).sort()
    }
    expect(await kinds()).toEqual(['health'])

    await Promise.all([1, 2, 3].map(() => given.server.saveLead({ ...attempt, consent })))
    expect(await kinds()).toEqual(['health', 'marketing'])
  })

  test('one text does not pass for the other', async () => {
    const response = await given.server.saveLead({
      ...attemptFor(given.email),
      consent: { health: consentVersions.marketing },
    })

    expect(response.statusCode).toBe(422)
    expect(await leadsOf(given.email)).toEqual([])
  })
})

describe('leads that strangers leave with somebody’s e-mail', () => {
  test('wait for an answer up to ten; the oldest are nobody’s again, and still open to whoever left them', async () => {
    const { userId, token } = await given.server.signIn(given.email)
    await given.server.saveLead(attemptFor(given.email), token)
    const tokens: string[] = []
    for (let at = 0; at < 12; at++)
      tokens.push((await given.server.saveLead(attemptFor(given.email))).json().resultToken)

    const leads = await leadsOf(given.email)
    const of = (ownership: string) => leads.filter((lead) => lead.ownership === ownership)
    expect([of('own').length, of('linked').length]).toEqual([1, maxLinkedLeads])
    expect(new Set(of('anonymous').map(({ result_token }) => result_token))).toEqual(
      new Set(tokens.slice(0, 2)),
    )
    expect(of('anonymous').map(({ user_id }) => user_id)).toEqual([null, null])
    const consents = await given.server.db
      .selectFrom('consents')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    expect(consents).toHaveLength(1 + maxLinkedLeads)
    expect((await given.server.app.inject(`/api/leads/result/${tokens[0]}`)).statusCode).toBe(200)
  })
})

describe('a shared result', () => {
  test('is opened by its token: answers, result and name, no other contact', async () => {
    const { resultToken, result } = (await given.server.saveLead(attemptFor(given.email))).json()
    const response = await given.server.app.inject(`/api/leads/result/${resultToken}`)

    expect(response.json()).toEqual({
      name: aigerim.name,
      answers: aigerim.answers,
      result,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('is not there for a token nobody was given', async () => {
    const response = await given.server.app.inject(`/api/leads/result/${'A'.repeat(32)}`)

    expect(response.statusCode).toBe(404)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('is not there under a token longer than any, which was asked for in the right way', async () => {
    const response = await given.server.app.inject(`/api/leads/result/${'A'.repeat(5_000)}`)

    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('whoever leaves a lead in the name of another', () => {
  const corrected = { name: 'Айгерим Сапарова', phone: '+77017654321' }
  const correct = async (token: string, userId: string) => {
    const response = await given.server.app.inject({
      method: 'PATCH',
      url: `/rest/v1/quiz_leads?user_id=eq.${userId}`,
      headers: { apikey: given.server.publishableKey, authorization: `Bearer ${token}` },
      payload: corrected,
    })
    expect(response.statusCode).toBe(204)
  }
  const nameAt = async (resultToken: string) =>
    (await given.server.app.inject(`/api/leads/result/${resultToken}`)).json().name
  const guess = async (attempt: ReturnType<typeof attemptFor>, phone: string) => {
    const response = await given.server.saveLead({ ...attempt, contact: { ...attempt.contact, phone } })
    return response.json().code
  }

  test('learns nothing of what that user corrects, before they confirm it', async () => {
    const { userId, token } = await given.server.signIn(given.email)
    const attempt = attemptFor(given.email)
    const { resultToken } = (await given.server.saveLead(attempt)).json()
    await correct(token, userId)

    expect(await nameAt(resultToken)).toBe(attempt.contact.name)
    expect(await guess(attempt, corrected.phone)).toBe('attempt_conflict')
  })

  test('nor after it', async () => {
    const { userId, token } = await given.server.signIn(given.email)
    const attempt = attemptFor(given.email)
    const { resultToken } = (await given.server.saveLead(attempt)).json()
    const [lead] = await leadsOf(given.email)
    await given.server.app.inject({
      method: 'POST',
      url: '/rest/v1/rpc/confirm_lead',
      headers: { apikey: given.server.publishableKey, authorization: `Bearer ${token}` },
      payload: { lead_id: lead?.id },
    })
    await correct(token, userId)

    expect(await leadsOf(given.email)).toMatchObject([{ ...corrected, ownership: 'own' }])
    expect((await given.server.app.inject(`/api/leads/result/${resultToken}`)).statusCode).toBe(404)
    for (const phone of [corrected.phone, attempt.contact.phone, '+77019999999']) {
      expect(await guess(attempt, phone)).toBe('attempt_saved')
    }
  })
})

describe('limits', () => {
  test('an address may send only so many leads, and a repeated one is free', async () => {
    const strict = await givenServer({ env: { RATE_LIMIT_LEADS_PER_EMAIL: '1/60' } })
    const { token } = await strict.signIn(given.email)
    const attempt = attemptFor(given.email)
    await strict.saveLead(attempt)
    const again = await strict.saveLead(attempt)
    const refused = await strict.saveLead(attemptFor(given.email))
    // What strangers use up with their e-mail is no user's own.
    const own = await strict.saveLead(attemptFor(given.email), token)
    const second = await strict.saveLead(attemptFor(freshEmail(aigerim)), token)
    await strict.close()

    expect(again.statusCode).toBe(200)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('rate_limited')
    expect([own.statusCode, second.statusCode]).toEqual([201, 429])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('so may one network address', async () => {
    const strict = await givenServer({ env: { RATE_LIMIT_LEADS_PER_IP: '2/60' } })
    const statuses: number[] = []
    for (let at = 0; at < 3; at++) {
      statuses.push((await strict.saveLead(attemptFor(freshEmail(aigerim)))).statusCode)
    }
    await strict.close()

    expect(statuses).toEqual([201, 201, 429])
  })

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'are one for two servers on one database',
    async () => {
      const database = await givenDatabase()
      const env = { RATE_LIMIT_LEADS_PER_IP: '3/600', RATE_LIMIT_LEADS_PER_EMAIL: '1/600' }
      const servers = [await givenServer({ env, database }), await givenServer({ env, database })]
      onTestFinished(async () => {
        for (const each of servers) await each.close()
        await database.drop()
      })

      const statuses: (number | undefined)[] = []
      for (const [at, address] of [
        given.email,
        given.email,
        freshEmail(aigerim),
        freshEmail(aigerim),
      ].entries()) {
        statuses.push((await servers[at % 2]?.saveLead(attemptFor(address)))?.statusCode)
      }
      expect(statuses).toEqual([201, 429, 201, 429])
    },
  )
})
