import { randomUUID } from 'node:crypto'
import type { RequestedMessage } from './graph-request.ts'
import { type InboundKind, inboundUpdate, statusUpdate, type WebhookUpdate } from './webhook-update.ts'

type PhoneStatus = 'sent' | 'delivered' | 'read' | 'failed'

/**
 * A message from the business, or (`reply`) an action of the phone's owner. `at` is an ISO instant.
 */
export type PhoneMessage = {
  id: string
  kind: 'template' | 'text' | 'document' | 'reply'
  text: string
  document: { url: string; filename: string } | null
  status: PhoneStatus
  at: string
  /** The sender's own id, which each report repeats. */
  echo: string | null
}

/**
 * The conversation with one phone, oldest first. Addresses show `id` in place of the phone number.
 */
export type Chat = { id: string; phone: string; messages: readonly PhoneMessage[] }

export type Phones = {
  /** Takes a message as the provider would, and answers its id. Its way to the phone is reported by and by. */
  accept: (message: RequestedMessage) => string
  /** Adds a phone that has no messages yet, and returns its chat's id. */
  begin: (phone: string) => string
  /** Opens the chat as its person, so that its messages count as read. */
  open: (chatId: string) => Promise<void>
  /**
   * Answers as the person, or as the owner from her own phone. Resolves to false when the product
   * refused the update.
   */
  reply: (chatId: string, text: string, way?: InboundKind) => Promise<boolean>
  /** Lists the chats, the most recent conversation first. */
  chats: () => readonly Chat[]
  clear: () => void
}

type Settings = {
  /** Sends an update to the product, and resolves to true when the product accepted it. */
  tell: (update: WebhookUpdate) => Promise<boolean>
  now?: () => Date
  /** The simulated travel time of a message. */
  travelMs?: number
  /** The chat keeps this many messages, newest first. */
  limit?: number
  /** The store drops the chats that were quiet for longest beyond this number. */
  maxChats?: number
  maxMessages?: number
}

type OpenChat = { id: string; phone: string; lastWrittenAt: number | null; messages: PhoneMessage[] }

/** A number with this ending has no WhatsApp, so that testers can try a failure. */
const notOnWhatsappPrefix = '404404'

/** These kinds are written by the person; the other kinds do not open the 24-hour window. */
const kindsOpeningWindow = new Set<InboundKind>(['text', 'caption', 'button', 'list', 'reaction'])

const dayMs = 24 * 3_600_000

/** Phones for every number, in memory. */
export function createPhones({
  tell,
  now = () => new Date(),
  travelMs = 700,
  limit = 200,
  maxChats = 500,
  maxMessages = 2000,
}: Settings): Phones {
  let chats: OpenChat[] = []
  let lastId = 0

  function chatOf(phone: string): OpenChat {
    const known = chats.find((chat) => chat.phone === phone)
    const chat = known ?? { id: `c${++lastId}`, phone, lastWrittenAt: null, messages: [] }
    chats = [chat, ...chats.filter((other) => other !== chat)].slice(0, maxChats)
    return chat
  }

  function add(chat: OpenChat, message: Omit<PhoneMessage, 'at'>): PhoneMessage {
    const added = { ...message, at: now().toISOString() }
    chat.messages = [...chat.messages, added].slice(-limit)
    let said = 0
    chats = chats.filter(({ messages }) => {
      said += messages.length
      return said <= maxMessages
    })
    return added
  }

  async function report(
    chat: OpenChat,
    message: PhoneMessage,
    status: PhoneStatus,
    code?: number,
  ): Promise<void> {
    message.status = status
    await tell(
      statusUpdate({
        id: message.id,
        status,
        phone: chat.phone,
        echo: message.echo,
        at: now(),
        code,
      }),
    )
  }

  async function travel(chat: OpenChat, message: PhoneMessage): Promise<void> {
    await pause(travelMs / 3)
    if (chat.phone.endsWith(notOnWhatsappPrefix)) return report(chat, message, 'failed', 131026)
    const isOpen = chat.lastWrittenAt !== null && now().getTime() - chat.lastWrittenAt < dayMs
    if (message.kind !== 'template' && !isOpen) return report(chat, message, 'failed', 131047)
    await report(chat, message, 'sent')
    await pause(travelMs)
    if (message.status === 'sent') await report(chat, message, 'delivered')
  }

  return {
    accept({ phone, kind, text, document, echo }) {
      const chat = chatOf(phone)
      const message = add(chat, { id: `wamid.${randomUUID()}`, kind, text, document, status: 'sent', echo })
      void travel(chat, message)
      return message.id
    },
    begin: (phone) => chatOf(phone).id,
    async open(chatId) {
      const chat = chats.find(({ id }) => id === chatId)
      for (const message of chat?.messages ?? []) {
        if (chat && message.kind !== 'reply' && message.status === 'delivered')
          await report(chat, message, 'read')
      }
    },
    async reply(chatId, text, way = 'text') {
      const chat = chats.find(({ id }) => id === chatId)
      if (!chat) return false
      const id = `wamid.${randomUUID()}`
      const isAbout = (message: PhoneMessage) => way === 'reaction' || message.kind === 'reply'
      const originalId = chat.messages.findLast(isAbout)?.id ?? id
      if (!(await tell(inboundUpdate({ id, phone: chat.phone, text, at: now(), way, originalId }))))
        return false
      if (kindsOpeningWindow.has(way)) chat.lastWrittenAt = now().getTime()
      const kind = way === 'echo' ? 'text' : 'reply'
      const status = way === 'echo' ? 'delivered' : 'read'
      add(chatOf(chat.phone), { id, kind, text, document: null, status, echo: null })
      return true
    },
    chats: () => chats,
    clear() {
      chats = []
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
