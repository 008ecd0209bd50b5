import { typeset } from '../writing/typeset.ts'

/** Texts of the general error screen. They are short, because the first script contains them. */
export const errorScreenTexts = typeset({
  title: 'Страница споткнулась',
  text: 'Ответы на месте: обновите страницу.',
  refresh: 'Обновить страницу',
  retry: 'Попробовать ещё раз',
  /** The text that the specification quotes, below our own. */
  original: {
    title: 'Something went wrong',
    text: "We're sorry, but something unexpected happened. Please try refreshing the page.",
    refresh: 'Refresh Page',
    retry: 'Try Again',
  },
})
