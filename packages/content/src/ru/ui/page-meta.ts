import { typeset } from '../writing/typeset.ts'

/** Titles of tabs and what search engines and messengers show of a page. */
export const pageMetaTexts = typeset({
  about: {
    title: 'О нас',
    description: 'Кто мы, как работаем, реквизиты и контакты. На письма отвечаем в течение 24 часов.',
  },
  terms: {
    title: 'Условия и оферта',
    description: 'Условия использования, цены в тенге, оплата, оказание услуг и возврат.',
  },
  privacy: {
    title: 'Политика конфиденциальности',
    description: 'Какие данные мы собираем, зачем, где храним и как их удалить.',
  },
} as const)
