import { randomUUID } from 'node:crypto'
import type { DeskPerson } from '@app/contracts/desk/person'
import type { Today } from '@app/contracts/desk/today'
import { hasPermission, type StaffPermission, type StaffRole, staffRoles } from '@app/domain/auth/roles'
import { almatyDay } from '@app/domain/time/almaty'
import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { guardDesk } from './desk-guard.ts'
import { readToday } from './today-queries.ts'

/** Every route of the desk, and what it needs: a route that is not here, or needs something else, fails below. */
const routes: Record<string, StaffPermission> = {
  'POST /desk/session': 'desk',
  'GET /desk/today': 'desk',
  'GET /desk/pulse': 'desk',
  'POST /desk/trapped/{trappedId}/accept': 'people',
  'GET /desk/funnel': 'figures',
  'POST /desk/people': 'people',
  'GET /desk/people/choices': 'people',
  'POST /desk/people/views': 'people',
  'DELETE /desk/people/views/{viewId}': 'people',
  'GET /desk/people/{personId}': 'people',
  'GET /desk/people/{personId}/answers': 'answers',
  'POST /desk/people/{personId}/marks': 'people',
  'POST /desk/people/{personId}/notes': 'people',
  'DELETE /desk/people/{personId}/notes/{noteId}': 'people',
  'POST /desk/people/{personId}/checklist': 'messages',
  'POST /desk/people/{personId}/programs/{subscriptionId}': 'people',
  'POST /desk/people/{personId}/orders/{orderId}/refund': 'refunds',
  'POST /desk/people/{personId}/export': 'exports',
  'POST /desk/people/{personId}/sessions/end': 'sessions',
  'POST /desk/people/{personId}/erase': 'erasure',
  'GET /desk/messages': 'messages',
  'GET /desk/messages/undelivered': 'messages',
  'POST /desk/messages/answers': 'messages',
  'GET /desk/money': 'money',
  'GET /desk/money/orders': 'money',
  'POST /desk/money/orders/{orderId}/refund': 'refunds',
  'POST /desk/money/registry': 'money',
  'GET /desk/consultations': 'people',
  'POST /desk/consultations/{orderId}': 'people',
  'POST /desk/exports': 'exports',
  'GET /desk/imports': 'imports',
  'POST /desk/imports': 'imports',
  'POST /desk/imports/known': 'imports',
  'POST /desk/imports/{importId}/contacts': 'imports',
  'DELETE /desk/imports/{importId}': 'imports',
  'GET /desk/journal': 'journal',
  'GET /desk/journal/staff': 'journal',
  'GET /desk/staff': 'staff',
  'POST /desk/staff': 'staff',
  'DELETE /desk/staff/{userId}': 'staff',
}

/** Of these, what goes out of the product or cannot be undone: they want a proof of just now. */
const wantsFresh = new Set([
  'POST /desk/people/{personId}/orders/{orderId}/refund',
  'POST /desk/people/{personId}/export',
  'POST /desk/people/{personId}/sessions/end',
  'POST /desk/people/{personId}/erase',
  'POST /desk/money/orders/{orderId}/refund',
  'POST /desk/exports',
  'DELETE /desk/imports/{importId}',
  'POST /desk/staff',
  'DELETE /desk/staff/{userId}',
])

let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

type Asked = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  payload?: object
}

async function ask({ method, url, payload }: Asked, token?: string): Promise<[number, string | null]> {
  const answer = await server.app.inject({
    method,
    url: `/api${url}`,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    ...(payload && { payload }),
  })
  const isRefusal = answer.statusCode === 401 || answer.statusCode === 403
  return [isRefusal ? answer.statusCode : 0, isRefusal ? answer.json().code : null]
}

/** With the id of nobody and nothing in its body: whoever is let through changes nothing. */
function toAsked(route: string): Asked {
  const [method = '', path = ''] = route.split(' ')
  const url = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
  return { method: method as Asked['method'], url }
}

describe('a route of the desk', () => {
  test('is known here by what it needs', async () => {
    const { token } = await server.signInAsStaff(freshEmail(timur))
    const answer = await server.app.inject({
      url: '/api/docs/json',
      headers: { authorization: `Bearer ${token}` },
    })
    const paths: Record<string, Record<string, { 'x-needs'?: StaffPermission }>> = answer.json().paths
    const found = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation['x-needs']] as const,
      ),
    )
    expect(Object.fromEntries(found.filter(([route]) => route.includes(' /desk')))).toEqual(routes)
  })

  test('is not added when it does not say what it needs', async () => {
    const app = Fastify()
    guardDesk(app, {
      staffAccess: { supabase: server.admin, secretKey: 'x', db: server.db },
      limitAddresses: async () => {},
    })
    expect(() => app.get('/people', async () => [])).toThrow('does not say what it needs')
    await app.close()
  })

  test('opens to nobody and to no user', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    for (const route of Object.keys(routes)) {
      expect(await ask(toAsked(route)), route).toEqual([401, 'unauthorized'])
      expect(await ask(toAsked(route), 'a.b.c'), route).toEqual([401, 'unauthorized'])
      expect(await ask(toAsked(route), token), route).toEqual([403, 'forbidden'])
    }
  })

  test('opens to no owner who has not shown a second factor', async () => {
    const { token, userId } = await server.signIn(freshEmail(aigerim))
    await server.admin.auth.admin.updateUserById(userId, { app_metadata: { role: 'admin' } })
    for (const route of Object.keys(routes)) {
      expect(await ask(toAsked(route), token), route).toEqual([403, 'second_factor_required'])
    }
  })

  test.each(staffRoles)('opens to the %s where the role goes so far, and nowhere else', async (role) => {
    const { token } = await server.signInAsStaff(freshEmail(timur), role)
    for (const [route, needs] of Object.entries(routes)) {
      const refusal = hasPermission(role, needs) ? [0, null] : [403, 'forbidden']
      expect(await ask(toAsked(route), token), route).toEqual(refusal)
    }
  })
})

describe('a proof of eleven minutes ago', () => {
  test('opens nothing that lets rows out or cannot be undone, and all else', async () => {
    const { userId, token } = await server.signInAsStaff(freshEmail(timur))
    await sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id in (select id from auth.sessions where user_id = ${userId})`.execute(server.db)
    for (const route of Object.keys(routes)) {
      const refusal = wantsFresh.has(route) ? [403, 'fresh_sign_in_required'] : [0, null]
      expect(await ask(toAsked(route), token), route).toEqual(refusal)
    }
  })
})

describe('outside of the desk', () => {
  const elsewhere: [StaffRole, Asked, number][] = [
    ['assistant', { method: 'POST', url: '/panel/session' }, 403],
    ['assistant', { method: 'GET', url: '/docs/json' }, 403],
    ['assistant', { method: 'POST', url: '/panel/orders' }, 0],
    ['assistant', { method: 'POST', url: '/panel/orders/00000000-0000-4000-8000-000000000000/refund' }, 403],
    ['assistant', { method: 'GET', url: '/daily-messaging/status/somebody@example.kz' }, 403],
    ['assistant', { method: 'POST', url: '/daily-messaging/trigger', payload: { dryRun: true } }, 403],
    ['owner', { method: 'GET', url: '/daily-messaging/status/somebody@example.kz' }, 0],
    ['technician', { method: 'POST', url: '/panel/session' }, 0],
    ['technician', { method: 'GET', url: '/metrics' }, 0],
    ['technician', { method: 'POST', url: '/panel/orders' }, 403],
    ['technician', { method: 'GET', url: '/daily-messaging/status/somebody@example.kz' }, 403],
  ]
  test.each(elsewhere)('the %s asks %o and is answered %i', async (role, asked, refusal) => {
    const { token } = await server.signInAsStaff(freshEmail(timur), role)
    expect(
      (await ask({ ...asked, ...(asked.url === '/panel/orders' && { payload: { query: '1' } }) }, token))[0],
    ).toBe(refusal)
  })
})

describe('what a role is answered', () => {
  const contact = { name: 'Зарина Неповторимая', email: freshEmail(aigerim), phone: '+77058887766' }
  const people = /Зарина|058887766/
  /** A category by its name, an answer to a question, a note about health. */
  const health = /"(sub)?category":"|"AA?2"|tongueColor|Щитовидка/
  type Walk = { route: string; needs: StaffPermission | undefined; status: number; body: string }

  let owner: string
  let given: Awaited<ReturnType<typeof givenEverything>>
  beforeAll(async () => {
    owner = (await server.signInAsStaff(freshEmail(timur))).token
    given = await givenEverything()
  })

  /** Somebody of whom there is everything, and what a page would send about them. */
  async function givenEverything() {
    const call = (url: string, payload?: object) =>
      server.app.inject({
        ...{ method: 'POST', url: `/api${url}`, ...(payload && { payload }) },
        headers: { authorization: `Bearer ${owner}` },
      })
    await server.saveLead(buildAttempt({ contact }))
    const shop = shopAt(server.app)
    const { email, phone } = contact
    const orders = []
    for (const productType of ['subscription', 'consultation'] as const) {
      const order = await shop.placeOrder(buildIntent({ productType, email, phone, again: true }))
      const OutSum = `${order.chargeTiyn / 100}.000000`
      await shop.notify(buildNotice({ InvId: order.invId, OutSum, Shp_product: productType }))
      orders.push(order)
    }
    const { rows } = await sql<{ id: string }>`
      insert into message_contacts (phone, last_inbound_at) values (${phone.slice(1)}, now())
      on conflict (phone) do update set last_inbound_at = now() returning id`.execute(server.db)
    const contactId = rows[0]?.id ?? ''
    await sql`
      insert into inbound_messages (contact_id, provider_message_id, type, text, written_at)
      values (${contactId}, 'wamid.everything', 'text', 'Можно вопрос?', now())`.execute(server.db)
    const personId: string = (await call('/desk/people', { search: email })).json().people[0].id
    for (const aboutHealth of [true, false]) {
      await call(`/desk/people/${personId}/notes`, {
        text: aboutHealth ? 'Щитовидка' : 'Звонить',
        aboutHealth,
      })
    }
    const page = await server.app.inject({
      url: `/api/desk/people/${personId}`,
      headers: { authorization: `Bearer ${owner}` },
    })
    const { purchases } = page.json<DeskPerson>()
    const program = purchases.find(({ product }) => product === 'subscription')?.program?.id ?? ''
    const consultation = orders[1]?.orderId ?? ''
    const file = Buffer.from(`InvId;OutSum\n${orders[0]?.invId};1`).toString('base64')
    const sent: Record<string, object> = {
      'POST /desk/people': { search: email },
      'POST /desk/people/views': { name: 'Мой', filter: {} },
      'POST /desk/people/{personId}/marks': { addTag: 'вечер' },
      'POST /desk/people/{personId}/notes': { text: 'Перезвонить', aboutHealth: false },
      'POST /desk/people/{personId}/programs/{subscriptionId}': { action: 'repeat', day: 1 },
      'POST /desk/messages/answers': { messageId: randomUUID(), contactId, text: 'Да' },
      'POST /desk/money/registry': { file },
      'POST /desk/consultations/{orderId}': { action: 'arrange', startsAt: new Date().toISOString() },
      'POST /panel/orders': { query: email },
      'POST /daily-messaging/trigger': { dryRun: true, force: true },
    }
    const day = almatyDay(new Date())
    const asked: Record<string, string> = {
      'GET /desk/money': `?from=${day}&until=${day}&by=source`,
      'GET /desk/money/orders': `?from=${day}&until=${day}`,
      'GET /desk/messages': '?show=all',
    }
    const ids: Record<string, string> = { personId, subscriptionId: program, orderId: consultation, email }
    return { sent, asked, ids }
  }

  /** Asks for everything that the API has, as somebody; the API's own description and the probe's own row aside, which are nobody's. */
  async function walk(token: string): Promise<Walk[]> {
    const { sent, asked, ids } = given
    const docs = await server.app.inject({
      url: '/api/docs/json',
      headers: { authorization: `Bearer ${owner}` },
    })
    const paths: Record<string, Record<string, { 'x-needs'?: StaffPermission }>> = docs.json().paths
    const answers: Walk[] = []
    for (const [path, operations] of Object.entries(paths)) {
      if (path.startsWith('/docs') || path === '/panel/row-security') continue
      for (const [method, operation] of Object.entries(operations)) {
        const route = `${method.toUpperCase()} ${path}`
        const filled = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? randomUUID())
        const payload = sent[route]
        const answer = await server.app.inject({
          method: method.toUpperCase() as Asked['method'],
          url: `/api${filled}${asked[route] ?? ''}`,
          headers: { authorization: `Bearer ${token}` },
          ...(payload && { payload }),
        })
        answers.push({ route, needs: operation['x-needs'], status: answer.statusCode, body: answer.body })
      }
    }
    return answers
  }

  const told: [StaffRole, RegExp[]][] = [
    ['assistant', [health]],
    ['technician', [health, people]],
  ]
  test.each(told)(
    'the %s is told nothing that the role does not reach, by any route',
    async (role, secrets) => {
      const { token } = await server.signInAsStaff(freshEmail(timur), role)
      const answers = await walk(token)
      for (const { route, needs, status } of answers) {
        if (needs)
          expect([400, 403, 500].includes(status), `${route} ${status}`).toBe(!hasPermission(role, needs))
      }
      const leaks = answers.filter(({ body }) => secrets.some((secret) => secret.test(body)))
      expect(leaks.map(({ route }) => route)).toEqual([])
      // What is looked for is there to be found, by whoever may.
      const known = answers.filter(({ body }) => people.test(body)).length
      expect(known > 5).toBe(hasPermission(role, 'people'))
    },
  )

  test('the owner is told all of it', async () => {
    const { personId = '', email = '' } = given.ids
    for (const url of [`/desk/people/${personId}`, `/daily-messaging/status/${email}`]) {
      const headers = { authorization: `Bearer ${owner}` }
      expect((await server.app.inject({ url: `/api${url}`, headers })).body).toMatch(health)
    }
  })
})

describe('the owner', () => {
  const call = (token: string, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/desk${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })

  test('gives a role and takes it away, which ends it at once, and both are written down', async () => {
    const owner = await server.signInAsStaff(freshEmail(timur))
    const email = freshEmail(aigerim)

    const given = await call(owner.token, 'POST', '/staff', {
      email: ` ${email.toUpperCase()}`,
      role: 'assistant',
    })
    const member = given.json().members.find((each: { email: string }) => each.email === email)
    expect(member).toMatchObject({ role: 'assistant', hasFactor: false })

    const assistant = await server.signInAsStaff(freshEmail(aigerim), 'assistant')
    expect((await call(assistant.token, 'POST', '/session')).statusCode).toBe(200)
    const taken = await call(owner.token, 'DELETE', `/staff/${assistant.userId}`)
    expect(JSON.stringify(taken.json())).not.toContain(assistant.userId)
    const refused = await call(assistant.token, 'POST', '/session')
    expect(refused.statusCode).toBe(401)

    const rows = await server.db
      .selectFrom('audit_events')
      .select(['action', 'actor', 'actor_role', 'subject', 'details', 'source'])
      .where('actor', '=', owner.userId)
      .where('source', '=', 'desk')
      .orderBy('id')
      .execute()
    const by = { actor: owner.userId, actor_role: 'admin' }
    expect(rows).toMatchObject([
      {
        ...by,
        action: 'staff_appointed',
        subject: member.userId,
        details: { before: { role: null }, after: { role: 'assistant' } },
      },
      {
        ...by,
        action: 'staff_dismissed',
        subject: assistant.userId,
        details: { before: { role: 'assistant' }, after: { role: null } },
      },
    ])
    const told = await server.db
      .selectFrom('audit_events')
      .select('action')
      .where('subject', '=', assistant.userId)
      .where('source', '=', 'accounts')
      .orderBy('id')
      .execute()
    expect(told.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['assistant_appointed', 'assistant_removed', 'sessions_ended']),
    )
  })

  test('gives and takes a role once, however often it is asked for at once', async () => {
    const owner = await server.signInAsStaff(freshEmail(timur))
    const email = freshEmail(aigerim)
    const thrice = <Answer>(ask: () => Promise<Answer>) => Promise.all([ask(), ask(), ask()])
    await call(owner.token, 'POST', '/staff', { email, role: 'technician' })
    const given = await thrice(() => call(owner.token, 'POST', '/staff', { email, role: 'assistant' }))
    const [member] = given[0]?.json().members.filter((each: { email: string }) => each.email === email) ?? []
    const taken = await thrice(() => call(owner.token, 'DELETE', `/staff/${member.userId}`))
    expect(taken.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404])
    const rows = await server.db
      .selectFrom('audit_events')
      .select(['action', sql<object>`details -> 'after'`.as('after')])
      .where('subject', '=', member.userId)
      .where('source', '=', 'desk')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { action: 'staff_appointed', after: { role: 'technician' } },
      { action: 'staff_appointed', after: { role: 'assistant' } },
      { action: 'staff_dismissed', after: { role: null } },
    ])
  })

  test('changes no owner', async () => {
    const owner = await server.signInAsStaff(freshEmail(timur))
    const other = freshEmail(timur)
    const { userId } = await server.signInAsStaff(other)
    const given = await call(owner.token, 'POST', '/staff', { email: other, role: 'assistant' })
    expect([given.statusCode, given.json().code]).toEqual([400, 'invalid_input'])
    expect((await call(owner.token, 'DELETE', `/staff/${userId}`)).statusCode).toBe(404)
  })
})

describe('the first view', () => {
  const givenBuyer = async () => {
    const email = freshEmail(aigerim)
    await server.saveLead(buildAttempt({ contact: { name: aigerim.name, email, phone: '+77051112233' } }))
    const shop = shopAt(server.app)
    const order = await shop.placeOrder(buildIntent({ email }))
    const OutSum = `${order.chargeTiyn / 100}.000000`
    await shop.notify(buildNotice({ InvId: order.invId, OutSum, Shp_product: 'subscription' }))
    return order
  }
  const open = async (role: StaffRole): Promise<{ status: number; today: Today; mark: string }> => {
    const { token } = await server.signInAsStaff(freshEmail(timur), role)
    const headers = { authorization: `Bearer ${token}` }
    const { mark } = (await server.app.inject({ url: '/api/desk/pulse', headers })).json()
    const answer = await server.app.inject({ url: '/api/desk/today', headers })
    return { status: answer.statusCode, today: answer.json(), mark }
  }

  test('tells the assistant who paid and who finished, and of nobody’s answers', async () => {
    const before = await open('assistant')
    const { orderId } = await givenBuyer()
    const after = await open('assistant')
    expect(after.mark).not.toBe(before.mark)
    const paid = after.today.paid?.rows.find((row) => row.orderId === orderId)
    expect(paid).toMatchObject({ product: 'subscription', name: expect.stringContaining('@') })
    expect(paid?.personId).toBeDefined()
    expect(after.today.finished?.count).toBe((before.today.finished?.count ?? 0) + 1)
    expect(after.today.faults).toBeNull()
    expect(JSON.stringify(after.today)).not.toMatch(/A2|female/)
  })

  test('tells the technician of no person and of no money', async () => {
    await givenBuyer()
    const { today } = await open('technician')
    const { faults, ...others } = today
    expect(faults).toEqual([])
    expect(Object.values(others)).toEqual(Object.values(others).map(() => null))
  })

  test('tells whoever looks after the machine that nobody is shown to hold the consultation', async () => {
    const look = { now: new Date(), isPersonMissing: true }
    expect((await readToday(server.db, { role: 'technician', ...look })).faults).toEqual(['person_missing'])
    expect((await readToday(server.db, { role: 'assistant', ...look })).faults).toBeNull()
  })

  test('tells the technician of jobs that failed, as the queue counts them', async () => {
    const count = async (failed: number) => {
      await sql`update pgboss.queue set failed_count = ${failed} where name = 'notify_owner'`.execute(
        server.db,
      )
    }
    await count(1)
    onTestFinished(() => count(0))
    expect((await open('technician')).today.faults).toEqual(['jobs_failed'])
  })
})
