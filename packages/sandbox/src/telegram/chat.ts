/** A message that a bot wrote; `at` is an ISO instant. */
export type ChatMessage = { id: number; text: string; at: string }

export type TelegramChat = {
  /** The id of the only chat, in the format of the Bot API. */
  id: string
  token: string
  take: (text: string) => ChatMessage
  /** Newest first. */
  list: () => readonly ChatMessage[]
  clear: () => void
}

/** Creates the owner's in-memory chat with a bot. It keeps the newest `limit` messages. */
export function createTelegramChat(
  account: { token: string; chatId: string },
  limit = 200,
  now: () => Date = () => new Date(),
): TelegramChat {
  let messages: readonly ChatMessage[] = []
  let lastId = 0
  return {
    id: account.chatId,
    token: account.token,
    take(text) {
      lastId += 1
      const message = { id: lastId, text, at: now().toISOString() }
      messages = [message, ...messages].slice(0, limit)
      return message
    },
    list: () => messages,
    clear() {
      messages = []
    },
  }
}
