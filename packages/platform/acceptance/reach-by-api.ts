import { TestRunner } from 'vitest'
import { serviceClient } from '../testing/clients.ts'
import type { Server } from './given-server.ts'
import type { Mailbox } from './reach-mailbox.ts'

/** The fixture's tables, which have to be there: whoever has no database address cannot make them. */
const tables = ['memos', 'ledger', 'pets']

/**
 * Gives a suite its needs besides calls by the administrator's interfaces alone, as of hosted
 * Supabase. Without a mailbox a code is asked for instead of read from a mail: a mailed link leads
 * where its asker said, with what its asker holds, and one that is made anew does not. Cases that
 * look at mails, or into the database, are skipped there, and say what they would have needed.
 */
export function reachByApi(
  server: Pick<Server, 'url' | 'keys'>,
  mailbox: Mailbox | null,
): Omit<Server, 'url' | 'keys'> {
  const client = serviceClient(server)
  return {
    get db(): Server['db'] {
      return skipCase('looks into the database: give PLATFORM_DATABASE_URL')
    },
    requireMailbox: () => mailbox ?? skipCase('looks at mails: give PLATFORM_MAIL_URL'),
    lastMailTo: async (email) => {
      if (mailbox) return mailbox.lastMailTo(email)
      const { data, error } = await client.auth.admin.generateLink({ type: 'magiclink', email })
      if (error) throw error
      return { code: data.properties.email_otp }
    },
    reset: async () => {
      await mailbox?.empty()
      await removeUsers()
      for (const table of tables) {
        const { error } = await client.from(table).delete().not('id', 'is', null)
        if (error) throw error
      }
      const { data: buckets } = await client.storage.listBuckets()
      for (const { id } of buckets ?? []) {
        await client.storage.emptyBucket(id)
        await client.storage.deleteBucket(id)
      }
    },
    close: async () => {},
  }

  async function removeUsers(): Promise<void> {
    const { data, error } = await client.auth.admin.listUsers({ perPage: 100 })
    if (error) throw error
    for (const { id } of data.users) await client.auth.admin.deleteUser(id)
    if (data.users.length > 0) await removeUsers()
  }
}

/** Ends the case that is running as skipped. */
function skipCase(reason: string): never {
  TestRunner.getCurrentTest()?.context.skip(`It ${reason}.`)
  throw new Error(`This suite ${reason}.`)
}
