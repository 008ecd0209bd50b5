import {
  answerRequestSchema,
  answerResponseSchema,
  listConversationsQuerySchema,
  listConversationsResponseSchema,
  listUndeliveredQuerySchema,
  listUndeliveredResponseSchema,
} from '@app/contracts/desk/messages'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { whatsappOff } from '../../http/app-error.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { sendAnswer } from '../../messages/send-answer.ts'
import type { Tables } from '../../services/tables.ts'
import type {} from '../people/people-tables.ts'
import { refreshDesk } from '../people/refresh-desk.ts'
import { refuseCursor } from '../refuse-cursor.ts'
import { listConversations, listUndelivered } from './conversations-query.ts'

export type DeskMessagesOptions = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'enqueue'>
  now: () => Date
  canMessage: boolean
  wake: () => void
}

const pageSize = 50

/** Serves conversations, undelivered messages and answers. */
export const messagesPlugin: FastifyPluginAsyncZod<DeskMessagesOptions> = async (app, services) => {
  const { db, now, canMessage } = services

  app.get(
    '/',
    {
      config: { needs: 'messages' },
      schema: {
        querystring: listConversationsQuerySchema,
        response: { 200: listConversationsResponseSchema },
      },
    },
    async ({ query }) => {
      await refreshDesk(db)
      const page = await listConversations(db, { ...query, limit: pageSize, now: now() }).catch(refuseCursor)
      return { ...page, canMessage }
    },
  )

  app.get(
    '/undelivered',
    {
      config: { needs: 'messages' },
      schema: { querystring: listUndeliveredQuerySchema, response: { 200: listUndeliveredResponseSchema } },
    },
    async ({ query }) => {
      await refreshDesk(db)
      return listUndelivered(db, { ...query, limit: pageSize }).catch(refuseCursor)
    },
  )

  app.post(
    '/answers',
    {
      config: { needs: 'messages' },
      schema: { body: answerRequestSchema, response: { 202: answerResponseSchema } },
    },
    async ({ staff: by, body }, reply) => {
      if (!canMessage) throw whatsappOff()
      await db.transaction().execute(async (trx) => {
        if (!(await sendAnswer({ ...services, db: trx }, body))) return
        const person = await findPersonOf(trx, body.contactId)
        const details = { ...person, message: body.messageId, contact: body.contactId }
        await recordDeskAction(trx, { action: 'message_sent_by_hand', by, details })
      })
      services.wake()
      return reply.status(202).send({ status: 'queued' })
    },
  )
}

/** Finds the person of a number, for the audit. */
async function findPersonOf(db: Kysely<Tables>, contactId: string): Promise<{ person?: string }> {
  const row = await db
    .selectFrom('desk_person_contacts')
    .select('person_id as person')
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  return row ?? {}
}
