import { randomUUID } from 'node:crypto'
import type { ListPeopleResponse } from '@app/contracts/desk/people'
import type { DeskPerson } from '@app/contracts/desk/person'
import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'

export type Role = 'owner' | 'assistant' | 'technician'
export type Given = { id: string; name: string; email: string; phone: string; attemptId: string }

let count = 0
export const freshPhone = () => `+7705${String(1_000_000 + count++)}`

/** A product for all tests of a file with somebody in each role at its desk, and what is asked and done there. */
export function givenDesk() {
  let server: GivenServer
  const tokens = {} as Record<Role, string>
  let ownerId: string
  beforeAll(async () => {
    server = await givenServer()
    for (const role of ['owner', 'assistant', 'technician'] as const) {
      const { userId, token } = await server.signInAsStaff(freshEmail(timur), role)
      if (role === 'owner') ownerId = userId
      tokens[role] = token
    }
  })
  afterAll(() => server.close())

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, role: Role = 'owner') =>
    server.app.inject({
      method,
      url: `/api/desk${url}`,
      ...(payload && { payload }),
      headers: { authorization: `Bearer ${tokens[role]}` },
    })

  async function find(search: string, role: Role = 'owner') {
    const { people } = (await call('POST', '/people', { search }, role)).json<ListPeopleResponse>()
    return people
  }
  const open = async (id: string, role: Role = 'owner') =>
    (await call('GET', `/people/${id}`, undefined, role)).json<DeskPerson>()

  async function givenPerson(): Promise<Given> {
    const contact = { name: 'Айгерим', email: freshEmail(aigerim), phone: freshPhone() }
    const attempt = buildAttempt({ contact })
    await server.saveLead(attempt)
    const [person] = await find(contact.email)
    if (!person) throw new Error('the desk does not know who just came')
    return { ...contact, id: person.id, attemptId: attempt.attemptId }
  }

  async function buy(
    { email, phone }: Pick<Given, 'email' | 'phone'>,
    productType: 'subscription' | 'consultation',
    token?: string,
  ) {
    const shop = shopAt(server.app)
    const order = await shop.placeOrder(buildIntent({ productType, email, phone, again: true }), token)
    const OutSum = `${order.chargeTiyn / 100}.000000`
    await shop.notify(buildNotice({ InvId: order.invId, OutSum, Shp_product: productType }))
    return order
  }

  async function write({ phone }: Pick<Given, 'phone'>, text: string, hoursAgo = 0) {
    const at = new Date(Date.now() - hoursAgo * 3_600_000)
    const { id } = await server.db
      .insertInto('message_contacts')
      .values({ phone: phone.slice(1), last_inbound_at: at })
      .onConflict((conflict) => conflict.column('phone').doUpdateSet({ last_inbound_at: at }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('inbound_messages')
      .values({ contact_id: id, provider_message_id: randomUUID(), type: 'text', text, written_at: at })
      .execute()
    return id
  }

  /** Tells of the visit that an attempt was made in, as its page does. */
  async function tellVisit(attempt: string) {
    const payload = {
      id: attempt,
      attempt,
      step: 24,
      seconds: [4],
      finished: true,
      from: ['instagram', null, null, null],
    }
    const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/visits', payload })
    expect(statusCode).toBe(204)
  }
  const visitsOf = (...attempts: string[]) =>
    server.db.selectFrom('visits').select('attempt_id').where('attempt_id', 'in', attempts).execute()

  const audits = (personId: string) =>
    server.db
      .selectFrom('audit_events')
      .select(['action', 'actor', 'details'])
      .where('source', '=', 'desk')
      .where(sql<string>`details ->> 'person'`, '=', personId)
      .orderBy('id')
      .execute()

  return {
    get server() {
      return server
    },
    get ownerId() {
      return ownerId
    },
    tokens,
    ...{ call, find, open, givenPerson, buy, write, tellVisit, visitsOf, audits },
  }
}
