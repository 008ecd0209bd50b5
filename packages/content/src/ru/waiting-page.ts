import { typeset } from './writing/typeset.ts'

/** Texts of the maintenance page during an update. */
export const waitingPageTexts = typeset({
  title: 'Сайт обновляется',
  text: 'Обычно это занимает меньше минуты. Страница откроется сама.',
})
