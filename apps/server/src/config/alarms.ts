import { z } from 'zod'
import { address } from './environment.ts'

const common = {
  SITE_URL: address,
  HEARTBEAT_URL: address.optional(),
  ALARM_DISK_GB: z.coerce.number().min(0).max(100_000).default(2),
  ALARM_LEADS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(1000),
}

/** Settings of the alarm channels and the heartbeat. */
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
  /** The address that is pinged every minute while all is well; null for none. */
  heartbeatUrl: string | null
  /** The free disk space below which the owner is alerted. */
  diskLowGigabytes: number
  /** The number of saved attempts a day above which the owner is alerted. */
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
      // The token is not secret, because the bot exists only here.
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
