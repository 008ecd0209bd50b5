import { z } from 'zod'
import { address, type Environment } from './environment.ts'

/** The origin of a page: scheme, host and port. */
const origin = address.refine(
  (value) => new URL(value).origin === value,
  'must be an origin, such as https://clearday.kz',
)

export const panelSchema = z
  .object({
    ADMIN_EMAILS: z.string().transform(toList).pipe(z.array(z.email())).prefault(''),
    PRODUCTION_API_URL: address.optional(),
    DEVELOPMENT_API_URL: address.optional(),
    PANEL_ORIGINS: z.string().transform(toList).pipe(z.array(origin)).prefault(''),
  })
  .transform(
    (env): PanelSettings => ({
      adminEmails: env.ADMIN_EMAILS,
      productionApiUrl: env.PRODUCTION_API_URL ?? null,
      developmentApiUrl: env.DEVELOPMENT_API_URL ?? null,
      origins: env.PANEL_ORIGINS,
    }),
  )

export type PanelSettings = {
  /** The addresses that become owners at start. */
  adminEmails: readonly string[]
  /** The place where the panel's environment switch leads; null is this installation. */
  productionApiUrl: string | null
  developmentApiUrl: string | null
  /** Origins of other installations whose panels may probe this one. */
  origins: readonly string[]
}

/** The sandbox has its own owner, whose codes arrive in the sandbox's mailbox. */
export const sandboxPanel: Environment = { ADMIN_EMAILS: 'admin@sandbox.example' }

function toList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
}
