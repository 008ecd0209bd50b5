import { z } from 'zod'
import { address } from './environment.ts'

const common = {
  SITE_URL: address,
  HEARTBEAT_URL: address.optional(),
  ALARM_DISK_GB: z.coerce.number().min(0).max(100_000).default(2),
  ALARM_LEADS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(1000),
}

/**
 * The way the owner hears of trouble, besides by mail, and who notices when nothing here can tell
 * any more.
 */
export const alarmsSchema = z
  .discriminatedUnion('TELEGRAM', [
    z.object({ TELEGRAM: z.literal('off'), ...common }),
    z.object({ TELEGRAM: z.literal('sandbox'), ...common }),
    z.object({
      TELEGRAM: z.literal('bot'),
      ...common,
      TELEGRAM_BOT_TOKEN: z.string().regex(/^\d+:[\w-]{10,}$/, 'must be a token as @BotFather gives it'),
      TELEGRAM_CHAT_ID: z
        .string()
        .regex(/^(-?\d+|@\w+)$/, 'must be the number of a chat, or the @name of a channel'),
      TELEGRAM_API_URL: address.default('https://api.telegram.org'),
    }),
  ])
  .transform(
    (env): AlarmSettings => ({
      telegram: toTelegram(env),
      heartbeatUrl: env.HEARTBEAT_URL ?? null,
      diskLowGigabytes: env.ALARM_DISK_GB,
      leadsPerDay: env.ALARM_LEADS_PER_DAY,
    }),
  )

export type TelegramAccount = { apiUrl: string; token: string; chatId: string }

export type AlarmSettings = {
  /** `sandbox`: the same client against the stand-in that this server brings along. */
  telegram: { kind: 'off' } | { kind: 'sandbox' | 'bot'; account: TelegramAccount }
  /** Asked every minute while all is well; null asks nobody. */
  heartbeatUrl: string | null
  /** With less room on the disk the owner is told. */
  diskLowGigabytes: number
  /** From so many saved attempts a day on, of all networks together, the owner is told; they are saved all the same. */
  leadsPerDay: number
}

type Environment =
  | { TELEGRAM: 'off' }
  | { TELEGRAM: 'sandbox'; SITE_URL: string }
  | { TELEGRAM: 'bot'; TELEGRAM_BOT_TOKEN: string; TELEGRAM_CHAT_ID: string; TELEGRAM_API_URL: string }

function toTelegram(env: Environment): AlarmSettings['telegram'] {
  switch (env.TELEGRAM) {
    case 'off':
      return { kind: 'off' }
    case 'sandbox': {
      // Nothing is secret about it: the bot exists nowhere else.
      const account = { apiUrl: `${env.SITE_URL}/sandbox/telegram`, token: '1:sandbox-bot', chatId: '1' }
      return { kind: 'sandbox', account }
    }
    case 'bot': {
      const account = {
        apiUrl: env.TELEGRAM_API_URL,
        token: env.TELEGRAM_BOT_TOKEN,
        chatId: env.TELEGRAM_CHAT_ID,
      }
      return { kind: 'bot', account }
    }
  }
}
