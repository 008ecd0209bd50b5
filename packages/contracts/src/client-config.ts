import { z } from 'zod'

/** The owner as the law and the payment provider's moderation want her named. */
const ownerSchema = z.object({
  name: z.string(),
  /** Individual identification number, 12 digits. */
  iin: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  workingHours: z.string(),
  /** Digits only, as wa.me wants them. */
  supportWhatsapp: z.string(),
  consultationWhatsapp: z.string(),
})
export type Owner = z.output<typeof ownerSchema>

/** What the server tells the page; written into its HTML as `<script type="application/json" id="app-config">`. */
export const clientConfigSchema = z.object({
  supabaseUrl: z.string(),
  supabaseKey: z.string(),
  apiUrl: z.string(),
  /** The same API at the page's own origin, for what cookies are needed for. */
  ownApiUrl: z.string(),
  siteUrl: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /**
   * True when a page of the sandbox stands in for the app that shows codes of the second factor.
   */
  sandboxAuthenticator: z.boolean(),
  /** The time that the sign-in service lets pass between two codes to one address. */
  codePauseSeconds: z.number().int(),
  /** True when messages are sent in WhatsApp; without them the program is not sold. */
  whatsapp: z.boolean(),
  /** True when anything can be bought; until then the offers say that it will be. */
  payments: z.boolean(),
  /** Analytics is off without a key. */
  posthogKey: z.string().nullable(),
  posthogHost: z.string(),
  owner: ownerSchema,
})
export type ClientConfig = z.output<typeof clientConfigSchema>
