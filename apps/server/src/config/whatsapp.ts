import { z } from 'zod'
import { address, text } from './environment.ts'

const templateName = z
  .string()
  .regex(/^[a-z0-9_{}]{1,512}$/, 'must be lower-case letters, digits and underscores')

const common = {
  WHATSAPP_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must be written as v26.0')
    .default('v26.0'),
  WHATSAPP_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2}(_[A-Z]{2})?$/, 'must be a language of approved templates, such as ru')
    .default('ru'),
  WHATSAPP_TEMPLATE_CHECKLIST: templateName.default('checklist'),
  WHATSAPP_TEMPLATE_DAILY: templateName
    .refine(
      (name) => name.includes('{category}') && name.includes('{day}'),
      'must contain {category} and {day}',
    )
    .default('program_{category}_day_{day}'),
  WHATSAPP_MESSAGES_PER_SECOND: z.coerce.number().min(0.1).max(1000).default(60),
  WHATSAPP_TIMEOUT_SECONDS: z.coerce.number().min(1).max(60).default(20),
}

/** Settings of WhatsApp: the sandbox, Meta's Cloud API, or off. */
export const whatsappSchema = z
  .discriminatedUnion('WHATSAPP', [
    z.object({ WHATSAPP: z.literal('sandbox'), ...common }),
    z.object({ WHATSAPP: z.literal('off'), ...common }),
    z.object({
      WHATSAPP: z.literal('cloud'),
      WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/, 'must be digits'),
      WHATSAPP_TOKEN: text,
      WHATSAPP_APP_SECRET: text,
      WHATSAPP_VERIFY_TOKEN: text,
      WHATSAPP_GRAPH_URL: address.default('https://graph.facebook.com'),
      ...common,
    }),
  ])
  .transform((env): WhatsappSettings => {
    const shared = {
      version: env.WHATSAPP_GRAPH_VERSION,
      language: env.WHATSAPP_LANGUAGE,
      templates: { checklist: env.WHATSAPP_TEMPLATE_CHECKLIST, daily: env.WHATSAPP_TEMPLATE_DAILY },
      messagesPerSecond: env.WHATSAPP_MESSAGES_PER_SECOND,
      timeoutMs: env.WHATSAPP_TIMEOUT_SECONDS * 1000,
    }
    if (env.WHATSAPP !== 'cloud') return { kind: env.WHATSAPP, ...shared }
    return {
      kind: 'cloud',
      ...shared,
      account: {
        graphUrl: env.WHATSAPP_GRAPH_URL,
        phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID,
        token: env.WHATSAPP_TOKEN,
        appSecret: env.WHATSAPP_APP_SECRET,
        verifyToken: env.WHATSAPP_VERIFY_TOKEN,
      },
    }
  })

/** The number messages come from, and the secrets of both directions. */
export type WhatsappAccount = {
  graphUrl: string
  phoneNumberId: string
  token: string
  /** The secret that signs webhook calls. */
  appSecret: string
  /** Answered once, when the address of our webhook is entered at Meta. */
  verifyToken: string
}

export type TemplateNames = {
  checklist: string
  /** `{category}` and `{day}` are replaced by `a` and `1`. */
  daily: string
}

type SharedSettings = {
  version: string
  language: string
  templates: TemplateNames
  /** The maximum rate of one process. */
  messagesPerSecond: number
  timeoutMs: number
}

export type WhatsappSettings =
  /** `off`: nothing is sent, and what would need it is not sold. */
  | ({ kind: 'sandbox' | 'off' } & SharedSettings)
  | ({ kind: 'cloud'; account: WhatsappAccount } & SharedSettings)
