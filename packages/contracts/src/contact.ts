import { z } from 'zod'

/** `POST /api/contact`: what changed of the signed-in user's name and phone. */
export const saveContactRequestSchema = z
  .object({
    name: z.string().max(400).optional(),
    phone: z.string().max(40).optional(),
    /** The phone was given for something else than the program, which goes on writing where it does. */
    keepPrograms: z.boolean().optional(),
    /** Typed for a purchase, which may be for somebody else: it is the user's own only where no other number is known to be. */
    ifMissing: z.boolean().optional(),
  })
  .refine(
    ({ name, keepPrograms, ifMissing }) => !ifMissing || (name === undefined && keepPrograms === undefined),
  )
export type SaveContactRequest = z.input<typeof saveContactRequestSchema>

/** The number of programs that wrote to another phone before. */
export const saveContactResponseSchema = z.object({ programs: z.number().int() })
