import { type Finding, found } from '@app/contracts/findings'
import type { AlarmSettings } from '../config/alarms.ts'
import { type TelegramAnswer, telegramBot } from '../telegram/telegram-bot.ts'
import { evaluateHeartbeat, evaluateTelegram, type TelegramProblem } from './evaluate-services.ts'
import { reasonOf } from './with-time-limit.ts'

/** Returns whether the bot is known and may write to the owner's chat. Nothing is written there. */
export async function checkTelegram({ telegram }: AlarmSettings, send: typeof fetch): Promise<Finding[]> {
  if (telegram.kind !== 'bot') {
    return [found(telegram.kind === 'off' ? 'telegram_off' : 'telegram_sandbox', {})]
  }
  const bot = telegramBot(telegram.account, send)
  const known = telegramProblemOf(await bot.askBot())
  return [
    evaluateTelegram({ bot: known, chat: known === null ? telegramProblemOf(await bot.askChat()) : null }),
  ]
}

function telegramProblemOf(answer: TelegramAnswer): TelegramProblem | null {
  if (answer.outcome === 'accepted') return null
  return { status: answer.outcome === 'refused' ? answer.status : null, reason: answer.reason }
}

/**
 * Returns whether the heartbeat's address takes what it is asked; being asked counts as a beat
 * there.
 */
export async function checkHeartbeat(
  { heartbeatUrl }: AlarmSettings,
  send: typeof fetch,
): Promise<Finding[]> {
  if (heartbeatUrl === null) return [found('heartbeat_off', {})]
  try {
    const response = await send(heartbeatUrl, { signal: AbortSignal.timeout(10_000) })
    await response.body?.cancel()
    return [evaluateHeartbeat(response.status, response.ok)]
  } catch (error) {
    return [found('heartbeat_away', { reason: reasonOf(error) })]
  }
}
