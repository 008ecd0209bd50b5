import { typeset } from '../typeset.ts'

/** The generic error screen. Its English heading is given (specification, section 2): a small line below. */
export const errorScreenTexts = typeset({
  title: 'Страница споткнулась',
  text: 'Что-то пошло не так у нас. Ваши ответы на месте: обновите страницу и продолжайте.',
  refresh: 'Обновить страницу',
  retry: 'Попробовать ещё раз',
  original: 'Something went wrong',
})
