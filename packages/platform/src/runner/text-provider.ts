import type { TextProvider } from '../settings.ts'
import type { Mailbox } from './mailbox.ts'

/** Who carries texts: Twilio, or for tests the box that keeps mails too. */
export type TextService =
  | { kind: 'mailbox' }
  | { kind: 'twilio'; accountSid: string; authToken: string; sender: string; apiUrl: string }

export function textProvider(service: TextService, mailbox: Mailbox): TextProvider {
  return service.kind === 'mailbox' ? mailbox.texts : twilio(service)
}

/** Twilio's messages, https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource. */
function twilio(service: Extract<TextService, { kind: 'twilio' }>): TextProvider {
  const { accountSid, authToken, sender, apiUrl } = service
  return {
    name: 'twilio',
    channels: ['sms', 'whatsapp'],
    send: async (phone, text, channel) => {
      if (!accountSid || !authToken || !sender) throw new Error('missing Twilio account')
      const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
      const from = sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: `${prefix}${sender}` }
      const answer = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        },
        body: new URLSearchParams({ To: `${prefix}+${phone}`, Channel: channel, Body: text, ...from }),
        signal: AbortSignal.timeout(10_000),
      })
      if (!answer.ok) throw new Error(`Twilio answered ${answer.status}`)
    },
  }
}
