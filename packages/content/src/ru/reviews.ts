import { typeset } from './writing/typeset.ts'

export type Review = { id: string; author: string; about: string; text: string }

/**
 * Content that the owner gives: words of real people who agreed to be published. Until there are some, no page shows the
 * section, since an invented client would be misleading advertising.
 */
export const reviewsSection: { title: string; note: string; reviews: readonly Review[] } = typeset({
  title: 'Отзывы',
  note: 'Публикуем с согласия авторов.',
  reviews: [],
})
