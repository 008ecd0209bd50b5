import { deskPersonSchema, doneSchema, programActionSchema } from '@app/contracts/desk/person'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { endPersonsSessions } from './end-sessions.ts'
import { erasePerson } from './erase-person.ts'
import {
  type ActionServices,
  changeProgram,
  exportPerson,
  refundPersonsOrder,
  sendChecklistAgain,
} from './person-actions.ts'
import { showPerson } from './show-person.ts'

export type PersonActionsOptions = ActionServices & { supabase: SupabaseClient }

const params = z.object({ personId: z.uuid() })
const answer = { 200: deskPersonSchema }
const done = { done: true } as const

/** Serves the actions about a person. */
export const personActionsPlugin: FastifyPluginAsyncZod<PersonActionsOptions> = async (app, services) => {
  app.post(
    '/:personId/checklist',
    { config: { needs: 'messages' }, schema: { params, response: answer } },
    async ({ staff: by, params: { personId } }) => {
      await sendChecklistAgain(services, { personId, by })
      return showPerson(services, { personId, by })
    },
  )

  app.post(
    '/:personId/programs/:subscriptionId',
    {
      config: { needs: 'people' },
      schema: {
        params: params.extend({ subscriptionId: z.uuid() }),
        body: programActionSchema,
        response: answer,
      },
    },
    async ({ staff: by, params: { personId, subscriptionId }, body }) => {
      await changeProgram(services, { personId, by }, { ...body, subscriptionId })
      return showPerson(services, { personId, by })
    },
  )

  app.post(
    '/:personId/orders/:orderId/refund',
    {
      config: { needs: 'refunds', fresh: true },
      schema: { params: params.extend({ orderId: z.uuid() }), response: answer },
    },
    async ({ staff: by, params: { personId, orderId } }) => {
      await refundPersonsOrder(services, { personId, by }, orderId)
      return showPerson(services, { personId, by })
    },
  )

  app.post(
    '/:personId/export',
    {
      config: { needs: 'exports', fresh: true },
      schema: { params, response: { 200: z.object({ tables: z.unknown() }) } },
    },
    async ({ staff: by, params: { personId } }) => ({
      tables: await exportPerson(services.db, { personId, by }),
    }),
  )

  app.post(
    '/:personId/sessions/end',
    { config: { needs: 'sessions', fresh: true }, schema: { params, response: { 200: doneSchema } } },
    async ({ staff: by, params: { personId } }) => {
      await endPersonsSessions(services, { personId, by })
      return done
    },
  )

  app.post(
    '/:personId/erase',
    { config: { needs: 'erasure', fresh: true }, schema: { params, response: { 200: doneSchema } } },
    async ({ staff: by, params: { personId } }) => {
      await erasePerson(services, { personId, by })
      return done
    },
  )
}
