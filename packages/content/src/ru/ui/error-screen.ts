import { typeset } from '../writing/typeset.ts'

/** The generic error screen. Part of the first script, so it says no more than it must. */
export const errorScreenTexts = typeset({
  title: 'Страница споткнулась',
  text: 'Ответы на месте: обновите страницу.',
  refresh: 'Обновить страницу',
  retry: 'Попробовать ещё раз',
  /** The text that the specification quotes, shown under our own. */
  original: {
    title: 'Something went wrong',
    text: "We're sorry, but something unexpected happened. Please try refreshing the page.",
    refresh: 'Refresh Page',
    retry: 'Try Again',
  },
})
