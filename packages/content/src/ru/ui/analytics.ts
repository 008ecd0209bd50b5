import { typeset } from '../typeset.ts'

/** The visitor's say in being counted; stands under the privacy policy. */
export const analyticsChoiceTexts = typeset({
  title: 'Статистика на этом устройстве',
  text: 'Мы считаем открытые страницы, пройденные шаги и ошибки сайта, чтобы видеть, где людям неудобно. Ответов, результата, имени, почты и телефона в статистике нет. Отключить её можно в любой момент: отправка прекратится сразу.',
  allow: 'Учитывать мои посещения в статистике',
  decidedByBrowser: 'Ваш браузер просит сайты не следить за вами — поэтому посещения здесь не учитываются.',
} as const)
