import { type Finding, found } from '@app/contracts/findings'
import { maxAgeHours } from '../backups/backup-overdue.ts'

/**
 * Evaluates a question to the shop's status service with its login and second password. `problem`
 * is null when it knew both.
 */
export function evaluateShop(login: string, problem: string | null): Finding {
  if (problem === null) return found('shop_good', {})
  if (problem === 'result code 1') return found('shop_password', {})
  if (problem === 'result code 2') return found('shop_unknown', { login })
  return found('shop_away', { reason: problem })
}

/** Returns a finding of a consultation that is sold by nobody in particular. */
export function evaluatePerson(isGiven: boolean): Finding[] {
  return isGiven ? [] : [found('person_missing', {})]
}

/** Returns whether the newest backup is of the last night. */
export function evaluateBackups(madeAt: readonly Date[], now: Date): Finding {
  if (madeAt.length === 0) return found('backup_none', {})
  const newest = Math.max(...madeAt.map((at) => at.getTime()))
  const hours = Math.floor((now.getTime() - newest) / (60 * 60 * 1000))
  return hours >= maxAgeHours ? found('backup_old', { hours }) : found('backup_good', { hours })
}

/** The reason why a question to Telegram failed; `status` is null when there was no answer. */
export type TelegramProblem = { status: number | null; reason: string }

/** Evaluates the Telegram channel; null means that the call succeeded or was not made. */
export function evaluateTelegram({
  bot,
  chat,
}: {
  bot: TelegramProblem | null
  chat: TelegramProblem | null
}): Finding {
  // Telegram answers 401 to an unknown bot, and 404 to an invalid token.
  if (bot) {
    return bot.status === 401 || bot.status === 404
      ? found('telegram_token', {})
      : found('telegram_away', { reason: bot.reason })
  }
  if (!chat) return found('telegram_good', {})
  return chat.status === 400 || chat.status === 403
    ? found('telegram_chat', { reason: chat.reason })
    : found('telegram_away', { reason: chat.reason })
}

/** Returns whether the heartbeat's address takes a beat. */
export function evaluateHeartbeat(status: number, isTaken: boolean): Finding {
  return isTaken ? found('heartbeat_good', {}) : found('heartbeat_refused', { status })
}
