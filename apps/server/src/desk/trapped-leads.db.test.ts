import { randomUUID } from 'node:crypto'
import type { Today } from '@app/contracts/desk/today'
import type { SaveLeadResponse } from '@app/contracts/leads'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { expect, test } from 'vitest'
import { freshPhone, givenDesk } from '../../test/given-desk.ts'
import { deleteOldTrapped } from '../leads/trapped-leads.ts'

const desk = givenDesk()
const { call, find } = desk

const trapped = async () => (await call('GET', '/today')).json<Today>().trapped?.rows ?? []

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
    .select(['result_token', 'accepted_at'])
    .where('email', '=', contact.email)
    .execute()
  expect(lead).toEqual([{ result_token: resultToken, accepted_at: at }])
  const acts = desk.server.db.selectFrom('audit_events').select('actor').where('action', '=', 'lead_accepted')
  expect(await acts.execute()).toEqual([{ actor: desk.ownerId }])
  expect((await accept()).statusCode).toBe(404)
  expect((await call('POST', `/trapped/${randomUUID()}/accept`)).statusCode).toBe(404)
  expect((await call('POST', '/trapped/x/accept')).statusCode).toBe(400)
})

test('one that nobody accepted is gone after thirty days', async () => {
  await desk.server.saveLead({ ...buildAttempt(), website: 'x' })
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  expect(await deleteOldTrapped(desk.server.db, days(29))).toBe(0)
  expect(await deleteOldTrapped(desk.server.db, days(31))).toBe(1)
})
