import {
  addNoteRequestSchema,
  deskAnswersSchema,
  deskPersonSchema,
  markPersonRequestSchema,
  markPersonResponseSchema,
} from '@app/contracts/desk/person'
import { hasPermission } from '@app/domain/auth/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { markPerson } from './mark-person.ts'
import { findSubject } from './person-act.ts'
import { addNote, removeNote } from './person-notes.ts'
import { listAnswers } from './person-query.ts'
import { type PersonPageServices, showPerson } from './show-person.ts'

const params = z.object({ personId: z.uuid() })

/** Serves one person's page. */
export const personPlugin: FastifyPluginAsyncZod<PersonPageServices> = async (app, services) => {
  const { db, now } = services
  const answer = { 200: deskPersonSchema }

  app.get(
    '/:personId',
    { config: { needs: 'people' }, schema: { params, response: answer } },
    ({ staff: by, params: { personId } }) => showPerson(services, { personId, by }),
  )

  app.get(
    '/:personId/answers',
    { config: { needs: 'answers' }, schema: { params, response: { 200: deskAnswersSchema } } },
    async ({ staff: by, params: { personId } }) => {
      const subject = await findSubject(db, personId)
      const attempts = await listAnswers(db, personId)
      const details = { person: personId, leads: attempts.map(({ leadId }) => leadId) }
      await recordDeskAction(db, { action: 'answers_read', by, subject, details })
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
      await addNote(
        db,
        { personId, by },
        { text, aboutHealth: aboutHealth && hasPermission(by.role, 'answers') },
      )
      return showPerson(services, { personId, by })
    },
  )

  app.delete(
    '/:personId/notes/:noteId',
    {
      config: { needs: 'people' },
      schema: { params: params.extend({ noteId: z.uuid() }), response: answer },
    },
    async ({ staff: by, params: { personId, noteId } }) => {
      await removeNote(db, { personId, by }, { noteId, seesAnswers: hasPermission(by.role, 'answers') })
      return showPerson(services, { personId, by })
    },
  )
}
