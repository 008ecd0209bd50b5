import type { TextsOfFindings } from './texts-of-findings.ts'

/** Texts of the findings about the alarm channels. */
export const aboutAlarms = {
  telegram_sandbox: () => ['Предупреждения никуда не уходят: их читают на странице /sandbox/telegram.'],
  telegram_off: () => ['Telegram не подключён: предупреждения приходят только на почту.'],
  telegram_good: () => ['Бот может писать вам в Telegram.'],
  telegram_token: () => [
    'Telegram не знает бота с таким токеном: предупреждения приходят только на почту.',
    'Впишите в TELEGRAM_BOT_TOKEN токен, который дал @BotFather; отозванный замените новым.',
  ],
  telegram_chat: ({ reason }) => [
    `Боту нельзя писать в этот чат (${reason}).`,
    'Откройте бота в Telegram и нажмите «Начать», затем сверьте TELEGRAM_CHAT_ID (docs/production.md, «Watching»).',
  ],
  telegram_away: ({ reason }) => [
    `Telegram не ответил (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, проверьте, выпускает ли хостинг запросы наружу.',
  ],
  heartbeat_off: () => [
    'Снаружи за сайтом никто не следит: если сервер выключится, сказать вам об этом будет некому.',
    'Заведите проверку (docs/production.md, «Watching») и впишите её адрес в HEARTBEAT_URL.',
  ],
  heartbeat_good: () => ['Внешняя проверка принимает сигналы сайта (сейчас она получила ещё один).'],
  heartbeat_refused: ({ status }) => [
    `Внешняя проверка не принимает сигнал (${status}).`,
    'Скопируйте адрес проверки заново и впишите его в HEARTBEAT_URL.',
  ],
  heartbeat_away: ({ reason }) => [
    `Внешняя проверка не ответила (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, сверьте HEARTBEAT_URL.',
  ],
} satisfies TextsOfFindings
