import { typeset } from '../writing/typeset.ts'

/** Texts of the simulated analytics provider. */
export const sandboxAnalyticsTexts = typeset({
  title: 'Статистика песочницы',
  about: 'События, которые сайт отправил бы в PostHog. Новые — сверху, хранятся до перезапуска.',
  empty:
    'Событий пока нет. Запустите сайт с ANALYTICS=sandbox и откройте любую страницу — события появятся здесь сами.',
  clear: 'Удалить все события',
  who: 'Посетитель',
  everything: 'Всё, что пришло',
  linkTitle: 'Статистика',
  linkAbout: 'События посетителей и отчёты об ошибках',
} as const)
