import { cleanText } from '@app/domain/text'
import { z } from 'zod'

/** A fact the provider reported, in our words. `key` is the same whenever the same fact is reported. */
export type MessageEvent = { key: string; payload: StatusReport | InboundMessage }

export type StatusReport = z.output<typeof statusReportSchema>
export type InboundMessage = z.output<typeof inboundMessageSchema>

const maybeText = z.string().nullable()

/** As an event is kept until it is handled. */
const statusReportSchema = z.object({
  kind: z.literal('status'),
  providerMessageId: z.string(),
  status: z.string(),
  /** Our own id, which the provider echoes. */
  ourId: z.uuid().nullable(),
  at: z.string(),
  waId: maybeText,
  whatsappUserId: maybeText,
  errorCode: z.number().int().nullable(),
})

const inboundMessageSchema = z.object({
  kind: z.literal('inbound'),
  providerMessageId: z.string(),
  type: z.string(),
  text: maybeText,
  at: z.string(),
  waId: maybeText,
  whatsappUserId: maybeText,
})

export const messageEventSchema = z.discriminatedUnion('kind', [statusReportSchema, inboundMessageSchema])

/** PostgreSQL keeps no NUL in text and no half of a surrogate pair in jsonb; whatever has one in its name is nothing of ours. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

const id = z.string().min(1).max(500).refine(isStorable)
const word = z.string().min(1).max(40).refine(isStorable)
const seconds = z.coerce.number().int().min(0).max(4_102_444_800)
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)

const wireStatus = z.object({
  id,
  status: word,
  timestamp: seconds,
  recipient_id: maybe(id),
  recipient_user_id: maybe(id),
  biz_opaque_callback_data: maybe(z.uuid()),
  errors: maybe(z.array(z.object({ code: z.number().int() }))),
})

const said = z.object({ body: maybe(z.string()), text: maybe(z.string()), payload: maybe(z.string()) })

const wireMessage = z.object({
  id,
  timestamp: seconds,
  type: word,
  from: maybe(id),
  from_user_id: maybe(id),
  text: maybe(said),
  button: maybe(said),
})

const wireContact = z.object({ wa_id: maybe(id), user_id: maybe(id) })

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
              contacts: maybe(z.array(z.unknown())),
              statuses: maybe(z.array(z.unknown())),
              messages: maybe(z.array(z.unknown())),
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
 * The facts in one call of the provider that concern our number; null when it is no call of WhatsApp at all. What is
 * not understood is left out: the provider adds kinds of news without asking.
 */
export function parseWebhook(body: unknown, phoneNumberId: string): MessageEvent[] | null {
  const payload = wirePayload.safeParse(body)
  if (!payload.success) return null
  return payload.data.entry
    .flatMap(({ changes }) => changes)
    .flatMap(({ field, value }) =>
      field === 'messages' && value?.metadata.phone_number_id === phoneNumberId ? [value] : [],
    )
    .flatMap((value) => [...statusesOf(value), ...messagesOf(value)])
}

function statusesOf(value: WireValue): MessageEvent[] {
  return understood(wireStatus, value.statuses).map((status) => ({
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
  const contacts = understood(wireContact, value.contacts)
  return understood(wireMessage, value.messages).map((message) => {
    const contact = contacts.find(({ wa_id }) => wa_id && wa_id === message.from) ?? only(contacts)
    return {
      key: `message:${message.id}`,
      payload: {
        kind: 'inbound',
        providerMessageId: message.id,
        type: message.type,
        text: wordsOf(message),
        at: instant(message.timestamp),
        waId: message.from ?? contact?.wa_id ?? null,
        whatsappUserId: message.from_user_id ?? contact?.user_id ?? null,
      },
    }
  })
}

/** Longer texts are cut: they are kept for the owner to read, not to be an archive. */
const textMaxLength = 4096

function wordsOf({ text, button }: z.output<typeof wireMessage>): string | null {
  const words = text?.body ?? button?.text ?? button?.payload ?? null
  return words === null ? null : cleanText(words).slice(0, textMaxLength).toWellFormed()
}

function understood<Schema extends z.ZodType>(
  schema: Schema,
  items: unknown[] | null | undefined,
): z.output<Schema>[] {
  return (items ?? []).flatMap((item) => {
    const reading = schema.safeParse(item)
    return reading.success ? [reading.data] : []
  })
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}

function instant(timestamp: number): string {
  return new Date(timestamp * 1000).toISOString()
}
