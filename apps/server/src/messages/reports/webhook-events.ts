import { cleanText } from '@app/domain/text'
import { z } from 'zod'

/** A fact the provider reported, in our words. `key` is the same whenever the same fact is reported. */
export type MessageEvent = { key: string; payload: z.output<typeof messageEventSchema> }

export type StatusReport = z.output<typeof statusReportSchema>
export type InboundMessage = z.output<typeof inboundMessageSchema>
export type PreferenceReport = z.output<typeof preferenceSchema>

const optionalText = z.string().nullable()

/** The stored form of an event. */
const statusReportSchema = z.object({
  kind: z.literal('status'),
  providerMessageId: z.string(),
  status: z.string(),
  /** Our own id, which the provider echoes. */
  ourId: z.uuid().nullable(),
  at: z.string(),
  waId: optionalText,
  whatsappUserId: optionalText,
  errorCode: z.number().int().nullable(),
})

/** `echo` is what the owner wrote to a person in WhatsApp's own app, which shares the number (coexistence). */
const inboundMessageSchema = z.object({
  kind: z.enum(['inbound', 'echo']),
  providerMessageId: z.string(),
  type: z.string(),
  /** In a system message, the person's new number. */
  text: optionalText,
  /** The message that an edit changes or that was taken back. */
  originalId: optionalText.default(null),
  at: z.string(),
  waId: optionalText,
  whatsappUserId: optionalText,
})

/** A press in WhatsApp's own menu: no more messages of this business, or again. */
const preferenceSchema = z.object({
  kind: z.literal('preference'),
  providerMessageId: z.string(),
  command: z.enum(['stop', 'start']),
  at: z.string(),
  waId: optionalText,
  whatsappUserId: optionalText,
})

export const messageEventSchema = z.discriminatedUnion('kind', [
  statusReportSchema,
  inboundMessageSchema,
  preferenceSchema,
])

/** PostgreSQL keeps no NUL in text and no half of a surrogate pair in jsonb; whatever has one in its name is nothing of ours. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

const id = z.string().min(1).max(500).refine(isStorable)
const shortWord = z.string().min(1).max(40).refine(isStorable)
const seconds = z.coerce.number().int().min(0).max(4_102_444_800)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)

const wireStatus = z.object({
  id,
  status: shortWord,
  timestamp: seconds,
  recipient_id: optional(id),
  recipient_user_id: optional(id),
  biz_opaque_callback_data: optional(z.uuid()),
  errors: optional(z.array(z.object({ code: z.number().int() }))),
})

const optionalString = optional(z.string())
const textCarrier = optional(
  z.object({
    body: optionalString,
    text: optionalString,
    payload: optionalString,
    caption: optionalString,
    title: optionalString,
  }),
)

const wireContent = z.object({
  type: shortWord,
  ...{
    text: textCarrier,
    button: textCarrier,
    image: textCarrier,
    video: textCarrier,
    document: textCarrier,
  },
  interactive: optional(z.object({ button_reply: textCarrier, list_reply: textCarrier })),
  reaction: optional(z.object({ emoji: optionalString })),
})

const wireMessage = wireContent.extend({
  id,
  timestamp: seconds,
  ...{ from: optional(id), from_user_id: optional(id), to: optional(id), to_user_id: optional(id) },
  edit: optional(z.object({ original_message_id: id, message: wireContent })),
  revoke: optional(z.object({ original_message_id: id })),
  system: optional(z.object({ wa_id: optional(id), new_wa_id: optional(id) })),
})

const wirePreference = z.object({
  value: z.enum(['stop', 'resume']),
  timestamp: seconds,
  ...{ wa_id: optional(id), user_id: optional(id) },
})

const wireContact = z.object({ wa_id: optional(id), user_id: optional(id) })

const wirePayload = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z
            .object({
              metadata: z.object({ phone_number_id: z.string() }),
              contacts: optional(z.array(z.unknown())),
              statuses: optional(z.array(z.unknown())),
              messages: optional(z.array(z.unknown())),
              message_echoes: optional(z.array(z.unknown())),
              user_preferences: optional(z.array(z.unknown())),
            })
            .nullable()
            .catch(null),
        }),
      ),
    }),
  ),
})

type WireValue = NonNullable<z.output<typeof wirePayload>['entry'][number]['changes'][number]['value']>

/** Returns true when this is a call of WhatsApp at all, whatever it has to say. */
export function isWebhookCall(body: unknown): boolean {
  return wirePayload.safeParse(body).success
}

/**
 * The facts in one call of the provider that concern our number; null when it is no call of
 * WhatsApp at all. What is not understood is left out: the provider adds kinds of news without
 * asking.
 */
export function parseWebhook(body: unknown, phoneNumberId: string): MessageEvent[] | null {
  const payload = wirePayload.safeParse(body)
  if (!payload.success) return null
  return payload.data.entry
    .flatMap(({ changes }) => changes)
    .flatMap(({ field, value }) =>
      fields.has(field) && value?.metadata.phone_number_id === phoneNumberId ? [value] : [],
    )
    .flatMap((value) => [
      ...statusesOf(value),
      ...messagesOf(value),
      ...echoesOf(value),
      ...preferencesOf(value),
    ])
}

const fields = new Set(['messages', 'smb_message_echoes', 'user_preferences'])

function statusesOf(value: WireValue): MessageEvent[] {
  return parseValid(wireStatus, value.statuses).map((status) => ({
    key: `status:${status.id}:${status.status}`,
    payload: {
      kind: 'status',
      providerMessageId: status.id,
      status: status.status,
      ourId: status.biz_opaque_callback_data ?? null,
      at: instant(status.timestamp),
      waId: status.recipient_id ?? null,
      whatsappUserId: status.recipient_user_id ?? null,
      errorCode: status.errors?.[0]?.code ?? null,
    },
  }))
}

function messagesOf(value: WireValue): MessageEvent[] {
  const contacts = parseValid(wireContact, value.contacts)
  return parseValid(wireMessage, value.messages).map((message) => {
    const contact = contacts.find(({ wa_id }) => wa_id && wa_id === message.from) ?? singleOf(contacts)
    return {
      key: `message:${message.id}`,
      payload: {
        kind: 'inbound',
        ...contentOf(message),
        waId: message.from ?? contact?.wa_id ?? null,
        whatsappUserId: message.from_user_id ?? contact?.user_id ?? null,
      },
    }
  })
}

function echoesOf(value: WireValue): MessageEvent[] {
  return parseValid(wireMessage, value.message_echoes).map((message) => ({
    key: `echo:${message.id}`,
    payload: {
      kind: 'echo',
      ...contentOf(message),
      waId: message.to ?? null,
      whatsappUserId: message.to_user_id ?? null,
    },
  }))
}

function preferencesOf(value: WireValue): MessageEvent[] {
  const contact = singleOf(parseValid(wireContact, value.contacts))
  return parseValid(wirePreference, value.user_preferences).map((preference) => {
    const waId = preference.wa_id ?? contact?.wa_id ?? null
    const whatsappUserId = preference.user_id ?? contact?.user_id ?? null
    const key = `preference:${waId ?? whatsappUserId}:${preference.timestamp}:${preference.value}`
    return {
      key,
      payload: {
        kind: 'preference',
        providerMessageId: key,
        command: preference.value === 'stop' ? 'stop' : 'start',
        at: instant(preference.timestamp),
        ...{ waId, whatsappUserId },
      },
    }
  })
}

/** Longer texts are cut. */
const textMaxLength = 4096

function contentOf(message: z.output<typeof wireMessage>) {
  const { id, timestamp, type, edit, revoke, system } = message
  const text = system ? (system.wa_id ?? system.new_wa_id ?? null) : messageText(edit?.message ?? message)
  return {
    providerMessageId: id,
    type,
    text: text === null ? null : cleanText(text).slice(0, textMaxLength).toWellFormed(),
    originalId: (edit ?? revoke)?.original_message_id ?? null,
    at: instant(timestamp),
  }
}

/** Returns the text of any message: the body, a caption, a button or a reaction. */
function messageText(message: z.output<typeof wireContent>): string | null {
  const { text, button, image, video, document, interactive, reaction } = message
  const caption = (image ?? video ?? document)?.caption
  const pressed =
    button?.text ?? button?.payload ?? (interactive?.button_reply ?? interactive?.list_reply)?.title
  return text?.body ?? caption ?? pressed ?? reaction?.emoji ?? null
}

function parseValid<Schema extends z.ZodType>(
  schema: Schema,
  items: unknown[] | null | undefined,
): z.output<Schema>[] {
  return (items ?? []).flatMap((item) => {
    const reading = schema.safeParse(item)
    return reading.success ? [reading.data] : []
  })
}

function singleOf<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}

function instant(timestamp: number): string {
  return new Date(timestamp * 1000).toISOString()
}
