import { typeset } from './writing/typeset.ts'

/** What visitors read while the site is being started after an update. */
export const waitingPageTexts = typeset({
  title: 'Сайт обновляется',
  text: 'Обычно это занимает меньше минуты. Страница откроется сама.',
})
