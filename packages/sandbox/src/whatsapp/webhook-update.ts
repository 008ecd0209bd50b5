/** Something that happened, as the provider's webhook tells it; without the envelope that names the account. */
export type WebhookUpdate = { statuses: object[] } | { contacts: object[]; messages: object[] }

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

export function inboundUpdate({
  id,
  phone,
  text,
  at,
}: {
  id: string
  phone: string
  text: string
  at: Date
}): WebhookUpdate {
  return {
    contacts: [{ profile: { name: 'Песочница' }, wa_id: phone }],
    messages: [{ from: phone, id, timestamp: toTimestamp(at), type: 'text', text: { body: text } }],
  }
}

/** The update in its envelope, with every letter beyond ASCII escaped, as WhatsApp sends and signs it. */
export function toWebhookBody(update: WebhookUpdate, phoneNumberId: string): string {
  const metadata = { display_phone_number: '70000000000', phone_number_id: phoneNumberId }
  const value = { messaging_product: 'whatsapp', metadata, ...update }
  const call = {
    object: 'whatsapp_business_account',
    entry: [{ id: 'sandbox', changes: [{ field: 'messages', value }] }],
  }
  return JSON.stringify(call).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function toTimestamp(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}
