import { typeset } from './writing/typeset.ts'

export type Review = { id: string; author: string; about: string; text: string }

/**
 * Reviews that the owner provides, from real people who agreed. Pages hide the section while it is
 * empty, because invented clients would be misleading advertising.
 */
type ReviewsSection = {
  title: string
  note: string
  reviews: readonly Review[]
  /** The examples that the sandbox shows. */
  examples: readonly Review[]
}

export const reviewsSection: ReviewsSection = typeset({
  title: 'Отзывы',
  note: 'Публикуем с согласия авторов.',
  reviews: [],
  examples: [
    {
      id: 'morning',
      author: 'Пример',
      about: 'отзыв о чек-листе',
      text: 'Здесь будет отзыв о том, как изменилось утро.',
    },
    {
      id: 'evening',
      author: 'Пример',
      about: 'отзыв о программе',
      text: 'Здесь будет отзыв о пяти днях программы.',
    },
    {
      id: 'talk',
      author: 'Пример',
      about: 'отзыв о консультации',
      text: 'Здесь будет отзыв о встрече с нутрициологом.',
    },
  ],
})
