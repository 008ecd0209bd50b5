import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { whatsappSchema } from '@app/server/config/whatsapp'
import { messageTemplates } from '@app/server/messages/whatsapp/message-templates'

/**
 * Prints the message templates as `POST /{account}/message_templates` of the Graph API takes them, one JSON object a
 * line. A template with a document needs the handle of an uploaded sample, given as the only argument.
 */
const { language, templates } = whatsappSchema.parse({ ...process.env, WHATSAPP: 'sandbox' })
const sampleHandle = process.argv[2]

for (const { name, body, hasDocument, examples } of messageTemplates({
  daily: loadDailyMessages(),
  templates,
})) {
  const header = {
    type: 'HEADER',
    format: 'DOCUMENT',
    ...(sampleHandle && { example: { header_handle: [sampleHandle] } }),
  }
  const text = {
    type: 'BODY',
    text: body,
    ...(examples.length > 0 && { example: { body_text: [examples] } }),
  }
  const components = hasDocument ? [header, text] : [text]
  console.log(JSON.stringify({ name, language, category: 'UTILITY', components }))
}
