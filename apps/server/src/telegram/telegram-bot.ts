import { z } from 'zod'
import type { TelegramAccount } from '../config/alarms.ts'

/** Telegram's answer. `reason` is its short error text. */
export type TelegramAnswer =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; status: number; reason: string; retryAfterMs: number | null }
  | { outcome: 'no_answer'; reason: string }

export type TelegramBot = {
  /** Writes to the chat of the settings, in plain words. Never throws. */
  send: (text: string) => Promise<TelegramAnswer>
  /** Returns whether the token is known. Nothing is written. */
  askBot: () => Promise<TelegramAnswer>
  /** Returns whether the bot may write to the chat. Nothing is written. */
  askChat: () => Promise<TelegramAnswer>
}

const timeoutMs = 10_000
/** The most that one message holds: https://core.telegram.org/bots/api#sendmessage */
const maxTextLength = 4096

const answerSchema = z.object({
  ok: z.boolean(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().nonnegative().optional() }).optional(),
})

/** The Bot API, as far as it is needed to write to one person. */
export function telegramBot(account: TelegramAccount, call: typeof fetch): TelegramBot {
  async function ask(method: string, body: object): Promise<TelegramAnswer> {
    try {
      const response = await call(`${account.apiUrl}/bot${account.token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return readAnswer(response, await response.json().catch(() => null))
    } catch (error) {
      return { outcome: 'no_answer', reason: wordFor(error) }
    }
  }

  return {
    send: (text) =>
      ask('sendMessage', {
        chat_id: account.chatId,
        text: text.slice(0, maxTextLength),
        link_preview_options: { is_disabled: true },
      }),
    askBot: () => ask('getMe', {}),
    askChat: () => ask('getChat', { chat_id: account.chatId }),
  }
}

function readAnswer(response: Response, body: unknown): TelegramAnswer {
  const { data } = answerSchema.safeParse(body)
  if (response.ok && data?.ok) return { outcome: 'accepted' }
  return {
    outcome: 'refused',
    status: data?.error_code ?? response.status,
    reason: data?.description?.slice(0, 200) ?? 'no description',
    retryAfterMs: retryAfter(data?.parameters?.retry_after, response.headers.get('retry-after')),
  }
}

/** Telegram has it in the body, proxies in the header. */
function retryAfter(seconds: number | undefined, header: string | null): number | null {
  const wanted = seconds ?? (header !== null && /^\d+$/.test(header) ? Number(header) : null)
  return wanted === null ? null : wanted * 1000
}

/** The address holds the token, and an error may quote the address. */
function wordFor(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
