import type { OutgoingMessage } from '../message-gateway.ts'

/** A message as the WhatsApp Cloud API takes it. */
export function toCloudApiBody(message: OutgoingMessage, language: string): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...('phone' in message.to ? { to: message.to.phone } : { recipient: message.to.whatsappUserId }),
    biz_opaque_callback_data: message.id,
    ...(message.form === 'template'
      ? toTemplate(message.content, language)
      : toFreeFormBody(message.content)),
  }
}

function toFreeFormBody({ text, document }: OutgoingMessage['content']): object {
  if (!document) return { type: 'text', text: { body: text, preview_url: false } }
  return { type: 'document', document: { link: document.url, filename: document.filename, caption: text } }
}

function toTemplate({ template, document }: OutgoingMessage['content'], language: string): object {
  if (!template) throw new Error('a message without a template was to be sent as one')
  const header = document && {
    type: 'header',
    parameters: [{ type: 'document', document: { link: document.url, filename: document.filename } }],
  }
  const body = template.parameters.length > 0 && {
    type: 'body',
    parameters: template.parameters.map((text) => ({ type: 'text', text: toParameter(text) })),
  }
  return {
    type: 'template',
    template: {
      name: template.name,
      language: { code: language },
      components: [header, body].filter(Boolean),
    },
  }
}

/** A template's parameter may hold no line break, tab or more than four spaces in a row (error 132018). */
function toParameter(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
