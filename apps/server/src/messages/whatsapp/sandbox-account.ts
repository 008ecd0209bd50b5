import { createHmac } from 'node:crypto'
import { createPhones } from '@app/sandbox/whatsapp/phones'
import { toWebhookBody, type WebhookUpdate } from '@app/sandbox/whatsapp/webhook-update'
import type { WhatsappSandbox } from '@app/sandbox/whatsapp/whatsapp-plugin'
import type { HttpSettings } from '../../config/http.ts'
import type { WhatsappAccount } from '../../config/whatsapp.ts'
import type { MessageTemplate } from './message-templates.ts'

/** The simulated account, whose token is not secret. */
export function sandboxAccount(siteUrl: string): WhatsappAccount {
  return {
    graphUrl: `${siteUrl}/sandbox/graph`,
    phoneNumberId: '100000000000000',
    token: 'sandbox-token',
    appSecret: 'sandbox-app-secret',
    verifyToken: 'sandbox-verify-token',
  }
}

type SandboxSettings = {
  account: WhatsappAccount
  http: Pick<HttpSettings, 'siteUrl' | 'apiPrefix'>
  templates: readonly MessageTemplate[]
  language: string
  fetch: typeof fetch
}

/** Sets up the stand-in as the owner would set up her account at Meta: templates, token, and where to report. */
export function sandboxWhatsapp({
  account,
  http,
  templates,
  language,
  fetch,
}: SandboxSettings): WhatsappSandbox {
  const webhookUrl = `${http.siteUrl}${http.apiPrefix}/whatsapp/webhook`
  const tell = async (update: WebhookUpdate) => {
    const body = toWebhookBody(update, account.phoneNumberId)
    const signature = createHmac('sha256', account.appSecret).update(body).digest('hex')
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
    }).catch(() => null)
    return response?.ok === true
  }
  return { phones: createPhones({ tell }), account, templates, language }
}
