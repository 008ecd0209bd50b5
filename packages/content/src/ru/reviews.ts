import { typeset } from './writing/typeset.ts'

export type Review = { id: string; author: string; about: string; text: string }

/**
 * Content that the owner gives: words of real people who agreed to be published. Until there are some, no page shows the
 * section, since an invented client would be misleading advertising.
 */
type ReviewsSection = {
  title: string
  note: string
  reviews: readonly Review[]
  /** Shown in the sandbox while there are none. */
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
