import type { APIRequestContext } from '@playwright/test'
import type { MailboxReader } from './fixtures.ts'
import { twiceProvenSession } from './second-factor.ts'

type Message = { to: string; kind: string; text: string; documentUrl: string | null; status: string }

/** Messages to a phone, as the sandbox's WhatsApp shows them. */
export async function messagesTo(request: APIRequestContext, phone: string): Promise<Message[]> {
  const all = (await (await request.get('/sandbox/api/whatsapp')).json()) as Message[]
  return all.filter(({ to }) => to.replace(/\D/g, '') === phone.replace(/\D/g, ''))
}

export function freshPhone(): string {
  return `+7705${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
}

/** Returns headers that authorise a call as an owner of `playwright.config.ts`. */
export async function ownerHeaders(
  request: APIRequestContext,
  mailbox: MailboxReader,
  email: string,
): Promise<{ authorization: string }> {
  const { access_token } = await twiceProvenSession(request, mailbox, email)
  return { authorization: `Bearer ${access_token}` }
}
