import { typeset } from '../writing/typeset.ts'

/** The generic error screen. Part of the first script, so it says no more than it must. */
export const errorScreenTexts = typeset({
  title: 'Страница споткнулась',
  text: 'Ответы на месте: обновите страницу.',
  refresh: 'Обновить страницу',
  retry: 'Попробовать ещё раз',
})
