import { z } from 'zod'
import { address, type Environment } from './environment.ts'

export const panelSchema = z
  .object({
    ADMIN_EMAIL: z.email().toLowerCase().optional(),
    PRODUCTION_API_URL: address.optional(),
    DEVELOPMENT_API_URL: address.optional(),
  })
  .transform(
    (env): PanelSettings => ({
      adminEmail: env.ADMIN_EMAIL ?? null,
      productionApiUrl: env.PRODUCTION_API_URL ?? null,
      developmentApiUrl: env.DEVELOPMENT_API_URL ?? null,
    }),
  )

export type PanelSettings = {
  /** Made an administrator at start; null leaves accounts as they are. */
  adminEmail: string | null
  /** Where the panel's environment switch leads; null is this installation. */
  productionApiUrl: string | null
  developmentApiUrl: string | null
}

/** The sandbox brings an administrator of its own, whose codes are in the sandbox's mailbox. */
export const sandboxPanel: Environment = { ADMIN_EMAIL: 'admin@sandbox.example' }
