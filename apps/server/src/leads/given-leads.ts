import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const attemptFor = (address: string) =>
  buildAttempt({ contact: { name: aigerim.name, email: address, phone: aigerim.phone } })

/** Starts a server, with a separate address for each test. */
export function givenLeads() {
  let server: GivenServer
  let email: string

  beforeAll(async () => {
    server = await givenServer()
  })

  afterAll(() => server.close())

  beforeEach(() => {
    email = freshEmail(aigerim)
  })

  const leadsOf = (address: string) =>
    server.db.selectFrom('quiz_leads').selectAll().where('email', '=', address).execute()

  return {
    get server() {
      return server
    },
    get email() {
      return email
    },
    leadsOf,
  }
}
