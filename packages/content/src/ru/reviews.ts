import { typeset } from './typeset.ts'

export type Review = { id: string; author: string; about: string; text: string }

/**
 * Content that the owner replaces. Until she has reviews that real people agreed to publish, the section says
 * plainly that these are examples: an invented client presented as real would be misleading advertising, and
 * payment moderation looks for exactly that.
 */
export const reviewsSection: { title: string; note: string; reviews: readonly Review[] } = typeset({
  title: 'Примеры отзывов',
  note: 'Это не слова реальных клиентов, а примеры: о чём обычно рассказывают. Настоящие отзывы публикуем только с согласия автора.',
  reviews: [
    {
      id: 'lunch',
      author: 'Пример: бухгалтер, 43 года',
      about: 'О программе на 5 дней',
      text: 'Думала, опять будет список запретов. А там на второй день просто попросили пообедать вовремя. К пятнице вечерний набег на холодильник стал скорее исключением.',
    },
    {
      id: 'evening',
      author: 'Пример: мама двоих детей, 36 лет',
      about: 'О тесте и чек-листе',
      text: 'Из всего чек-листа взяла одно: телефон остаётся на кухне. Первые вечера рука тянулась, потом привыкла. Теперь до сна успеваю почитать пару страниц.',
    },
    {
      id: 'plan',
      author: 'Пример: инженер, 51 год',
      about: 'О консультации',
      text: 'Понравилось, что меня не ругали. Разобрали обычную неделю, оставили три правила вместо двадцати и список вопросов к врачу. С планом понятно, что делать в понедельник.',
    },
  ],
})
