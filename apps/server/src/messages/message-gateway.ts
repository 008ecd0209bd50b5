import type { MessageForm, Refusal } from '@app/domain/messages/decide-send'

/** The recipient: a phone as digits, or WhatsApp's id when the phone is hidden. */
export type Recipient = { phone: string } | { whatsappUserId: string }

export type Attachment = { url: string; filename: string }

/** The content, independent of the form. */
export type MessageContent = {
  /** The whole text as the person reads it. */
  text: string
  document: Attachment | null
  /** The approved template with the same text and its parameters; null without one. */
  template: { name: string; parameters: readonly string[] } | null
}

export type OutgoingMessage = {
  /** Our id, which comes back with every status report. */
  id: string
  to: Recipient
  form: MessageForm
  content: MessageContent
}

/** The way a request to the provider ended. */
export type SendOutcome =
  /** `waId` is how the provider itself spells the phone; null when it does not say. */
  | { outcome: 'accepted'; providerMessageId: string; waId: string | null }
  | ({ outcome: 'refused' } & Refusal)
  /** The request did not reach the provider, so nothing was sent. */
  | { outcome: 'unreachable' }
  /** The request left and no answer came: it may have been accepted. */
  | { outcome: 'unknown' }

/** Sends messages. Never throws: every way a request can end is an outcome. */
export type MessageGateway = { send: (message: OutgoingMessage) => Promise<SendOutcome> }
