import { checklistFileName } from '@app/content/ru/whatsapp'
import { morningClock } from '@app/testing/messages/given-messages'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { sandboxAccount } from './whatsapp/sandbox-account.ts'

export const wanted = { phoneNumber: '8 (701) 123-45-67', category: 'A', subcategory: 'A2' }

/** A server with a user and one of the staff, and what is asked of its messages. */
export function givenMessagingApi() {
  let server: GivenServer
  let secretKey: string
  const noon = morningClock()
  let admin: { userId: string; token: string }
  let user: { userId: string; token: string }
  const account = sandboxAccount('http://localhost:3000')

  beforeAll(async () => {
    server = await givenServer({ now: noon })
    const keys = await sql<{
      value: string
    }>`select value from platform.secrets where value like 'sb_secret_%'`.execute(server.db)
    secretKey = keys.rows[0]?.value ?? ''
    admin = await server.signInAsStaff(freshEmail(timur))
    user = await server.signIn(freshEmail(timur))
  })

  afterEach(async () => {
    await server.db.deleteFrom('messages').execute()
    await server.db.deleteFrom('erased_checklists').execute()
    await server.db.deleteFrom('message_contacts').execute()
    await server.db.deleteFrom('message_events').execute()
    await server.db.deleteFrom('message_calls').execute()
    await server.db.deleteFrom('subscriptions').execute()
    await server.app.inject({ method: 'DELETE', url: '/sandbox/api/whatsapp' })
  })

  afterAll(async () => {
    expectNoSecretInLog()
    await server.close()
  })

  /** Checks that the log has no phone, text or file of the tests. */
  function expectNoSecretInLog(): void {
    const log = server.log.join('\n')
    expect(log).toContain('/api/')
    for (const secret of [
      '7015550123',
      '7011234567',
      'reader@example.kz',
      'ёж',
      'СТОП',
      checklistFileName,
      secretKey,
      account.token,
    ]) {
      expect(log).not.toContain(secret)
    }
  }

  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url, payload, headers })

  const askChecklist = (body: object, token?: string) =>
    post('/api/whatsapp/send-checklist', body, token ? { authorization: `Bearer ${token}` } : {})

  const messages = () => server.db.selectFrom('messages').selectAll().execute()

  const phones = async () =>
    (await server.app.inject('/sandbox/api/whatsapp')).json<{ to: string; status: string }[]>()

  async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
    for (let tries = 0; ; tries++) {
      const value = await read()
      if (isThere(value) || tries === 200) return value
      await server.jobs.drainQueue()
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  /** The same call, for the sandbox's number. */
  function webhookFor(payload: object): object {
    return JSON.parse(JSON.stringify(payload).replaceAll('100200300400', account.phoneNumberId)) as object
  }

  function callWebhook(body: Buffer, signature?: string, type = 'application/json') {
    return server.app.inject({
      method: 'POST',
      url: '/api/whatsapp/webhook',
      payload: body,
      headers: { 'content-type': type, ...(signature && { 'x-hub-signature-256': signature }) },
    })
  }

  return {
    get server() {
      return server
    },
    get secretKey() {
      return secretKey
    },
    noon,
    get admin() {
      return admin
    },
    get user() {
      return user
    },
    account,
    post,
    askChecklist,
    messages,
    phones,
    until,
    webhookFor,
    callWebhook,
    expectNoSecretInLog,
  }
}
