import { type GivenMessages, givenChecklist, givenMessages } from '@app/testing/messages/given-messages'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const phone = '77011234567'

/** The queue of messages, with a message that was sent. */
export function givenReports() {
  let given: GivenMessages

  beforeAll(async () => {
    given = await givenMessages()
  })

  beforeEach(() => given.reset())
  afterAll(() => given.close())
  const contacts = () => given.db.selectFrom('message_contacts').selectAll().execute()

  /** A checklist that the provider has accepted. */
  async function givenSent(): Promise<{ id: string; wamid: string }> {
    const id = await givenChecklist(given, phone)
    await given.drain()
    return { id, wamid: given.graph.accepted[0]?.id ?? '' }
  }

  return {
    get given() {
      return given
    },
    contacts,
    givenSent,
  }
}
