import { randomUUID } from 'node:crypto'
import { consentVersions } from '@app/content/ru/legal/consent'
import type { Today } from '@app/contracts/desk/today'
import type { SaveLeadResponse } from '@app/contracts/leads'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshPhone, givenDesk } from '../../test/given-desk.ts'
import { acceptQuarantinedLead, deleteOldQuarantinedLeads } from '../leads/quarantined-leads.ts'

const desk = givenDesk()
const { call, find } = desk

const acts = () =>
  desk.server.db
    .selectFrom('audit_events')
    .select(['actor', 'details'])
    .where('action', '=', 'lead_accepted')
    .execute()
const trapped = async () => (await call('GET', '/today')).json<Today>().trapped?.rows ?? []
const leadOf = (email: string) =>
  desk.server.db
    .selectFrom('quiz_leads')
    .select(['id', 'phone'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

test('an attempt with the hidden field filled is accepted by one press, as it was sent', async () => {
  const contact = { name: 'Дана', email: freshEmail(aigerim), phone: freshPhone() }
  const attempt = { ...buildAttempt({ contact }), website: 'filled by a manager' }
  const { resultToken } = (await desk.server.saveLead(attempt)).json<SaveLeadResponse>()
  expect(await find(contact.email)).toEqual([])
  const [row] = await trapped()
  expect(row).toMatchObject(contact)

  const at = new Date(Date.now() - 3 * 3_600_000)
  await desk.server.db.updateTable('trapped_leads').set({ created_at: at }).execute()
  const accept = () => call('POST', `/trapped/${row?.trappedId}/accept`)
  expect((await accept()).statusCode).toBe(200)
  expect(await trapped()).toEqual([])
  expect(await find(contact.email)).toMatchObject([{ name: 'Дана', finishedAt: at.toISOString() }])
  const lead = await desk.server.db
    .selectFrom('quiz_leads')
    .innerJoin('consents', 'consents.lead_id', 'quiz_leads.id')
    .select(['quiz_leads.id', 'result_token', 'accepted_at'])
    .where('email', '=', contact.email)
    .execute()
  expect(lead).toMatchObject([{ result_token: resultToken, accepted_at: at }])
  expect(await acts()).toEqual([{ actor: desk.ownerId, details: { lead: lead[0]?.id } }])
  expect((await accept()).statusCode).toBe(404)
  expect((await call('POST', `/trapped/${randomUUID()}/accept`)).statusCode).toBe(404)
  expect((await call('POST', '/trapped/x/accept')).statusCode).toBe(400)
})

test('one is accepted with the consents of when it was sent, after their text has changed', async () => {
  const contact = { name: 'Дана', email: freshEmail(aigerim), phone: freshPhone() }
  await desk.server.saveLead({ ...buildAttempt({ contact }), website: 'x' })
  await sql`update trapped_leads set attempt = replace(attempt::text, ${consentVersions.health}, 'health-older')::jsonb`.execute(
    desk.server.db,
  )
  const [row] = await trapped()
  expect((await call('POST', `/trapped/${row?.trappedId}/accept`)).statusCode).toBe(200)
  const { id } = await leadOf(contact.email)
  const consents = desk.server.db.selectFrom('consents').select('version').where('lead_id', '=', id)
  expect(await consents.execute()).toEqual([{ version: 'health-older' }])
})

test.each(['an account', 'no account'])(
  'one that was sent again without the field, with the contact corrected, is taken off the list: of %s',
  async (whose) => {
    const contact = { name: 'Дана', email: freshEmail(aigerim), phone: freshPhone() }
    const attempt = buildAttempt({ contact })
    const token = whose === 'an account' ? (await desk.server.signIn(contact.email)).token : undefined
    await desk.server.saveLead({ ...attempt, website: 'x' }, token)
    const corrected = { ...contact, phone: freshPhone() }
    expect((await desk.server.saveLead({ ...attempt, contact: corrected }, token)).statusCode).toBe(201)
    const [row] = await trapped()
    expect((await call('POST', `/trapped/${row?.trappedId}/accept`)).statusCode).toBe(200)
    expect(await trapped()).toEqual([])
    const { id, phone } = await leadOf(contact.email)
    expect(phone).toBe(corrected.phone)
    expect((await acts()).at(-1)).toMatchObject({ details: { lead: id } })
  },
)

test('one is kept when its acceptance cannot be taken down', async () => {
  await desk.server.saveLead({ ...buildAttempt(), website: 'x' })
  const [row] = await trapped()
  const refuse = () => Promise.reject(new Error('the journal is full'))
  await expect(
    acceptQuarantinedLead({ db: desk.server.db, supabase: desk.server.admin }, row?.trappedId ?? '', refuse),
  ).rejects.toThrow('is full')
  expect(await trapped()).toHaveLength(1)
  await desk.server.db.deleteFrom('trapped_leads').execute()
})

test('one has open pages ask anew, and is gone with whoever the desk deletes of its address', async () => {
  const pulse = async () => (await call('GET', '/pulse')).json().mark
  const person = await desk.givenPerson()
  const { name, email, phone } = person
  const before = await pulse()
  const contact = { name, email, phone }
  await desk.server.saveLead({ ...buildAttempt({ contact }), website: 'x' })
  expect(await pulse()).not.toBe(before)
  await desk.server.saveLead({ ...buildAttempt(), website: 'x' })
  const erased = await call('POST', `/people/${person.id}/erase`)
  expect(erased.statusCode).toBe(200)
  expect((await trapped()).map((row) => row.email)).not.toContain(email)
  expect(await trapped()).toHaveLength(1)
  await desk.server.db.deleteFrom('trapped_leads').execute()
})

test('one that nobody accepted is gone after thirty days', async () => {
  await desk.server.saveLead({ ...buildAttempt(), website: 'x' })
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  expect(await deleteOldQuarantinedLeads(desk.server.db, days(29))).toBe(0)
  expect(await deleteOldQuarantinedLeads(desk.server.db, days(31))).toBe(1)
})
