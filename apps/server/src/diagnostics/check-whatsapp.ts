import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { evaluateTemplates } from '@app/domain/diagnostics/evaluate-templates'
import { type Finding, found } from '@app/domain/diagnostics/findings'
import type { WhatsappSettings } from '../config/whatsapp.ts'
import { askCloudAccount } from '../messages/whatsapp/cloud-api-account.ts'
import { messageTemplates } from '../messages/whatsapp/message-templates.ts'

/**
 * Returns whether Meta takes the token, knows the number, lets it write, and has approved every
 * template that is sent.
 */
export async function checkWhatsapp(settings: WhatsappSettings, send: typeof fetch): Promise<Finding[]> {
  if (settings.kind !== 'cloud') {
    return [found(settings.kind === 'off' ? 'whatsapp_off' : 'whatsapp_sandbox', {})]
  }
  const { account, version, language, timeoutMs, templates } = settings
  const answer = await askCloudAccount({
    ...{ baseUrl: account.graphUrl, phoneNumberId: account.phoneNumberId, token: account.token },
    ...{ version, language, timeoutMs, fetch: send },
  })
  switch (answer.outcome) {
    case 'token_refused':
      return [found('whatsapp_token', {})]
    case 'number_unknown':
      return [found('whatsapp_number', {})]
    case 'no_answer':
      return [found('whatsapp_away', { reason: answer.reason })]
  }
  const wanted = messageTemplates({ daily: loadDailyMessages(), templates })
  const faults = answer.templates
    ? evaluateTemplates(wanted, answer.templates, language)
    : [found('templates_unread', {})]
  const standing = {
    AVAILABLE: [],
    LIMITED: [found('whatsapp_limited', {})],
    BLOCKED: [found('whatsapp_blocked', {})],
  }
  const all = [...standing[answer.standing], ...faults]
  return all.length > 0 ? all : [found('whatsapp_good', { templates: wanted.length })]
}
