import { staffRoles } from '@app/domain/auth/roles'
import { z } from 'zod'

/** Roles that the owner gives at the desk; who is an owner, the installation's settings say. */
export const givenRoles = [
  'assistant',
  'technician',
] as const satisfies readonly (typeof staffRoles)[number][]
export type GivenRole = (typeof givenRoles)[number]

const staffMemberSchema = z.object({
  userId: z.uuid(),
  email: z.string().nullable(),
  role: z.enum(staffRoles),
  /** True when they have a second factor, without which the desk stays shut to them. */
  hasFactor: z.boolean(),
  lastSignInAt: z.string().nullable(),
})
export type StaffMember = z.output<typeof staffMemberSchema>

/** `GET /api/desk/staff`: who works with the product; the answer to every change of it, too. */
export const staffSchema = z.object({ members: z.array(staffMemberSchema) })

/** `POST /api/desk/staff`: gives the account of an address a role, and makes the account when there is none. */
export const appointRequestSchema = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
  role: z.enum(givenRoles),
})
export type AppointRequest = z.input<typeof appointRequestSchema>
