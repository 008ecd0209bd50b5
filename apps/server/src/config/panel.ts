import { z } from 'zod'
import { address, type Environment } from './environment.ts'

export const panelSchema = z
  .object({
    ADMIN_EMAILS: z.string().transform(toList).pipe(z.array(z.email())).prefault(''),
    PRODUCTION_API_URL: address.optional(),
    DEVELOPMENT_API_URL: address.optional(),
  })
  .transform(
    (env): PanelSettings => ({
      adminEmails: env.ADMIN_EMAILS,
      productionApiUrl: env.PRODUCTION_API_URL ?? null,
      developmentApiUrl: env.DEVELOPMENT_API_URL ?? null,
    }),
  )

export type PanelSettings = {
  /** Made administrators at start. */
  adminEmails: readonly string[]
  /** Where the panel's environment switch leads; null is this installation. */
  productionApiUrl: string | null
  developmentApiUrl: string | null
}

/** The sandbox brings an administrator of its own, whose codes are in the sandbox's mailbox. */
export const sandboxPanel: Environment = { ADMIN_EMAILS: 'admin@sandbox.example' }

function toList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
}
