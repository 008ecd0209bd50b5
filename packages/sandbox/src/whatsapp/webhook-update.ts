/**
 * An event in the format of the provider's webhook, without the envelope that names the account.
 */
export type WebhookUpdate =
  | { statuses: object[] }
  | { contacts: object[]; messages: object[] }
  | { contacts: object[]; user_preferences: object[] }
  | { message_echoes: object[] }

/** Ways to say something beside a text of one's own; `echo` is the owner's, from WhatsApp's own app on her phone. */
export const inboundKinds = [
  ...(['text', 'caption', 'button', 'list', 'reaction', 'edit', 'revoke'] as const),
  ...(['number', 'stop', 'resume', 'echo'] as const),
] as const
export type InboundKind = (typeof inboundKinds)[number]

type Status = {
  id: string
  status: string
  phone: string
  echo: string | null
  at: Date
  code?: number | undefined
}

export function statusUpdate({ id, status, phone, echo, at, code }: Status): WebhookUpdate {
  return {
    statuses: [
      {
        id,
        status,
        timestamp: toTimestamp(at),
        recipient_id: phone,
        ...(echo !== null && { biz_opaque_callback_data: echo }),
        ...(code !== undefined && {
          errors: [
            { code, title: 'Message failed to send', error_data: { details: 'Reported by the sandbox.' } },
          ],
        }),
      },
    ],
  }
}

export type InboundMessage = {
  id: string
  phone: string
  text: string
  at: Date
  way: InboundKind
  /** The earlier message that an edit, a reaction or a revocation refers to. */
  originalId: string
}

export function inboundUpdate(said: InboundMessage): WebhookUpdate {
  const { id, phone, at, way } = said
  const contacts = [{ profile: { name: 'Песочница' }, wa_id: phone }]
  if (way === 'stop' || way === 'resume') {
    const preference = { wa_id: phone, category: 'marketing_messages', value: way }
    return { contacts, user_preferences: [{ ...preference, timestamp: Number(toTimestamp(at)) }] }
  }
  const message = { id, timestamp: toTimestamp(at), ...contentOf(said) }
  if (way === 'echo') return { message_echoes: [{ from: '70000000000', to: phone, ...message }] }
  return { contacts, messages: [{ from: phone, ...message }] }
}

function contentOf({ phone, text, way, originalId }: InboundMessage): object {
  const words = { type: 'text', text: { body: text } }
  switch (way) {
    case 'caption':
      return { type: 'image', image: { id: 'sandbox', mime_type: 'image/jpeg', caption: text } }
    case 'button':
    case 'list': {
      const reply = { id: 'sandbox', title: text }
      return { type: 'interactive', interactive: { type: `${way}_reply`, [`${way}_reply`]: reply } }
    }
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: originalId, emoji: text } }
    case 'edit':
      return { type: 'edit', edit: { original_message_id: originalId, message: words } }
    case 'revoke':
      return { type: 'revoke', revoke: { original_message_id: originalId } }
    case 'number': {
      const number = text.replace(/\D/g, '')
      const body = `User Песочница changed from ${phone} to ${number}`
      return { type: 'system', system: { body, wa_id: number, type: 'user_changed_number' } }
    }
    default:
      return words
  }
}

/**
 * Serializes the update with its envelope and escapes all characters beyond ASCII, as WhatsApp
 * does.
 */
export function toWebhookBody(update: WebhookUpdate, phoneNumberId: string): string {
  const metadata = { display_phone_number: '70000000000', phone_number_id: phoneNumberId }
  const value = { messaging_product: 'whatsapp', metadata, ...update }
  const call = {
    object: 'whatsapp_business_account',
    entry: [{ id: 'sandbox', changes: [{ field: fieldOf(update), value }] }],
  }
  return JSON.stringify(call).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function fieldOf(update: WebhookUpdate): string {
  if ('message_echoes' in update) return 'smb_message_echoes'
  return 'user_preferences' in update ? 'user_preferences' : 'messages'
}

function toTimestamp(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}
