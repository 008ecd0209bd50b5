import { z } from 'zod'

/** The parts of an auth user that the product reads (specification, section 3). */
export const authUserSchema = z.object({
  id: z.uuid(),
  email: z.string().optional(),
  created_at: z.string(),
  user_metadata: z.object({
    name: z.string().optional(),
    full_name: z.string().optional(),
    phone: z.string().optional(),
    phone_number: z.string().optional(),
  }),
  identities: z.array(z.object({ identity_id: z.string(), provider: z.string() })).optional(),
  factors: z
    .array(z.object({ id: z.string(), factor_type: z.string(), status: z.enum(['verified', 'unverified']) }))
    .optional(),
})
export type AuthUser = z.output<typeof authUserSchema>

export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  expires_at: z.number().optional(),
  token_type: z.literal('bearer'),
  user: authUserSchema,
  provider_token: z.string().nullish(),
  provider_refresh_token: z.string().nullish(),
})
export type Session = z.output<typeof sessionSchema>
