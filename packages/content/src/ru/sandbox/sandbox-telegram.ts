import { typeset } from '../writing/typeset.ts'

/** Texts of the owner's simulated Telegram chat. */
export const sandboxTelegramTexts = typeset({
  title: 'Telegram песочницы',
  about: 'Предупреждения, которые сайт отправил бы владелице. Новые — сверху, хранятся до перезапуска.',
  empty: 'Предупреждений нет: всё работает. Если что-то остановится, сообщение появится здесь само.',
  clear: 'Удалить все сообщения',
  linkTitle: 'Telegram',
  linkAbout: 'Предупреждения владелице: что остановилось и что снова работает',
} as const)
