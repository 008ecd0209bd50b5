import {
  addNoteRequestSchema,
  deskAnswersSchema,
  deskPersonSchema,
  doneSchema,
  markPersonRequestSchema,
  markPersonResponseSchema,
  programDeedSchema,
} from '@app/contracts/desk/person'
import { may } from '@app/domain/auth/roles'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { recordDeskAct } from '../../audit/record-audit.ts'
import { notFound } from '../../http/app-error.ts'
import type { Staff } from '../../http/staff.ts'
import { erasePerson } from './erase-person.ts'
import { addNote, findSubject, markPerson, removeNote } from './mark-person.ts'
import {
  type DeedServices,
  exportPerson,
  refundPersonsOrder,
  sendChecklistAgain,
  steerProgram,
} from './person-deeds.ts'
import { findPerson, listAnswers } from './person-query.ts'
import { takeChanges } from './take-changes.ts'

export type PersonOptions = DeedServices & { supabase: SupabaseClient }

const params = z.object({ personId: z.uuid() })
const done = { done: true } as const

/** One person: everything about them, and what can be done for them. */
export const personPlugin: FastifyPluginAsyncZod<PersonOptions> = async (app, services) => {
  const { db, now, canMessage } = services
  const answer = { 200: deskPersonSchema }

  async function show(personId: string, by: Staff) {
    await takeChanges(db)
    const seesAnswers = may(by.role, 'answers')
    const person = await findPerson(db, personId, { now: now(), seesAnswers, reader: by.userId, canMessage })
    if (!person) throw notFound()
    return person
  }

  app.get(
    '/:personId',
    { config: { needs: 'people' }, schema: { params, response: answer } },
    ({ staff: by, params: { personId } }) => show(personId, by),
  )

  app.get(
    '/:personId/answers',
    { config: { needs: 'answers' }, schema: { params, response: { 200: deskAnswersSchema } } },
    async ({ staff: by, params: { personId } }) => {
      const subject = await findSubject(db, personId)
      const attempts = await listAnswers(db, personId)
      const details = { person: personId, leads: attempts.map(({ leadId }) => leadId) }
      await recordDeskAct(db, { action: 'answers_read', by, subject, details })
      return { attempts }
    },
  )

  app.post(
    '/:personId/marks',
    {
      config: { needs: 'people' },
      schema: { params, body: markPersonRequestSchema, response: { 200: markPersonResponseSchema } },
    },
    ({ staff: by, params: { personId }, body }) => markPerson({ db, now }, { personId, by }, body),
  )

  app.post(
    '/:personId/notes',
    { config: { needs: 'people' }, schema: { params, body: addNoteRequestSchema, response: answer } },
    async ({ staff: by, params: { personId }, body: { text, aboutHealth } }) => {
      await addNote(db, { personId, by }, { text, aboutHealth: aboutHealth && may(by.role, 'answers') })
      return show(personId, by)
    },
  )

  app.delete(
    '/:personId/notes/:noteId',
    {
      config: { needs: 'people' },
      schema: { params: params.extend({ noteId: z.uuid() }), response: answer },
    },
    async ({ staff: by, params: { personId, noteId } }) => {
      await removeNote(db, { personId, by }, { noteId, seesAnswers: may(by.role, 'answers') })
      return show(personId, by)
    },
  )

  app.post(
    '/:personId/checklist',
    { config: { needs: 'messages' }, schema: { params, response: answer } },
    async ({ staff: by, params: { personId } }) => {
      await sendChecklistAgain(services, { personId, by })
      return show(personId, by)
    },
  )

  app.post(
    '/:personId/programs/:subscriptionId',
    {
      config: { needs: 'people' },
      schema: {
        params: params.extend({ subscriptionId: z.uuid() }),
        body: programDeedSchema,
        response: answer,
      },
    },
    async ({ staff: by, params: { personId, subscriptionId }, body }) => {
      await steerProgram(services, { personId, by }, { ...body, subscriptionId })
      return show(personId, by)
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
      return show(personId, by)
    },
  )

  app.post(
    '/:personId/export',
    {
      config: { needs: 'exports', fresh: true },
      schema: { params, response: { 200: z.object({ tables: z.unknown() }) } },
    },
    async ({ staff: by, params: { personId } }) => ({
      tables: await exportPerson(db, { personId, by }),
    }),
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
