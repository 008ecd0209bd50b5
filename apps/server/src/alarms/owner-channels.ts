import type { OwnerMessage } from '@app/content/ru/mail/incidents'
import { describeError } from '../http/describe-error.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { TelegramBot } from '../telegram/telegram-bot.ts'
import type { Channel } from './evaluate-installation.ts'

/** The result of one attempt; `facts` are for the log. */
type DeliveryResult = { told: true } | { told: false; facts: object; retryAfterMs: number | null }

/** A channel to the owner. It never throws. */
export type OwnerChannel = { channel: Channel; send: (message: OwnerMessage) => Promise<DeliveryResult> }

export function mailChannel(mailer: Pick<Mailer, 'send'>, to: string): OwnerChannel {
  return {
    channel: 'mail',
    async send({ subject, text, html }) {
      try {
        await mailer.send({ to, subject, text, html })
        return { told: true }
      } catch (error) {
        return { told: false, facts: { error: describeError(error) }, retryAfterMs: null }
      }
    },
  }
}

export function telegramChannel(bot: Pick<TelegramBot, 'send'>): OwnerChannel {
  return {
    channel: 'telegram',
    async send({ chat }) {
      const answer = await bot.send(chat)
      if (answer.outcome === 'accepted') return { told: true }
      const retryAfterMs = answer.outcome === 'refused' ? answer.retryAfterMs : null
      return { told: false, facts: { reason: answer.reason }, retryAfterMs }
    },
  }
}
