import { typeset } from '../writing/typeset.ts'

/** Texts around every page: header, footer and skip links. */
export const layoutTexts = typeset({
  skipToContent: 'Перейти к содержанию',
  homeLink: (title: string) => `${title}, на главную`,
  loading: 'Загружаем страницу',
  late: 'Связь слабая или пропала. Продолжим сами, когда она наладится.',
  noScript: 'Чтобы открыть эту страницу, включите JavaScript в настройках браузера.',
  /** Shown by browsers older than those of docs/browsers.md. */
  oldBrowser:
    'Этот браузер устарел, и тест в нём может не открыться. Обновите его или откройте страницу в другом: подойдёт свежий Chrome, Safari, Firefox или Яндекс Браузер.',
  footer: {
    navLabel: 'Разделы сайта',
    links: [
      { to: '/', label: 'Тест' },
      { to: '/profile', label: 'Личный кабинет' },
      { to: '/about', label: 'О нас' },
      { to: '/terms', label: 'Условия и оферта' },
      { to: '/privacy', label: 'Конфиден\u00adциальность' },
    ],
    legal:
      'Тест и материалы сайта помогают заботиться об образе жизни. Это не медицинская услуга и не диагноз: при недомогании обратитесь к врачу.',
    owner: (name: string, iin: string) => `${name}, ИИН ${iin}`,
  },
} as const)
