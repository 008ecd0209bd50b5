import { staffRoles } from '@app/domain/auth/roles'
import { journalActions, journalFacts } from '@app/domain/desk/journal'
import { z } from 'zod'

/** `GET /api/desk/journal`: what the staff did and looked at, newest first; with a person, all that happened to them. */
export const journalQuerySchema = z.object({
  after: z.string().max(200).optional(),
  /** One of the staff, or of those who were. */
  by: z.uuid().optional(),
  person: z.uuid().optional(),
})
export type JournalQuery = z.output<typeof journalQuerySchema>

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const journalActSchema = z.object({
  id: z.uuid(),
  at: z.string(),
  action: z.enum(journalActions),
  /** Who did it, as they were called then; `email` is null for an account that is gone. Null where nobody was signed in, or nobody can tell. */
  by: z.object({ email: z.string().nullable(), role: z.enum(staffRoles).nullable() }).nullable(),
  /** Where nobody was signed in: a program with the service key, the server itself, a command. */
  program: z.enum(['service', 'server', 'command']).nullable(),
  /** Whom it was done to, while they are there. */
  person: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** Or which of the staff, or of those who were, as they were called then. */
  member: z.string().nullable(),
  changes: z.array(z.object({ fact: z.enum(journalFacts), before: fact, after: fact })),
  details: z
    .object({
      ...{ day: z.number(), invId: z.number(), sessions: z.number(), rows: z.number() },
      ...{ differences: z.number(), queued: z.number(), answered: z.boolean() },
      ...{ times: z.number(), method: z.string(), what: z.string(), view: z.string(), format: z.string() },
    })
    .partial(),
})
export type JournalAct = z.output<typeof journalActSchema>

export const journalSchema = z.object({
  acts: z.array(journalActSchema),
  /** Whom it was narrowed to; null without, or when they are gone. */
  person: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  next: z.string().nullable(),
})
export type Journal = z.output<typeof journalSchema>

/** `GET /api/desk/journal/staff`: whose actions there may be, those who work here first. */
export const journalStaffSchema = z.object({
  members: z.array(
    z.object({
      userId: z.uuid(),
      /** All they were called, one after another. */
      emails: z.array(z.string()),
      /** Null once it was taken away. */
      role: z.enum(staffRoles).nullable(),
    }),
  ),
})
export type JournalStaff = z.output<typeof journalStaffSchema>
