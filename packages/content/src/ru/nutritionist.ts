import { typeset } from './writing/typeset.ts'

export type Nutritionist = {
  name: string
  /** Her profession in a few words: «нутрициолог, 8 лет практики». */
  role: string
  /** A portrait in `apps/web/public`, from the site's root: `/nutritionist.jpg`. Square, 320 px or more. */
  photo: string
  /** The diploma: the institution and the year, and a link if it is published. */
  diploma: { text: string; href?: string }
  /** Two or three sentences about her method. */
  words: string
}

/**
 * The person who holds the consultation. The owner provides the content; production shows nobody
 * until then. `docs/owner.md` explains how.
 */
export const nutritionist: Nutritionist | null = typeset<Nutritionist | null>(null)

/**
 * The sandbox shows this marked example, whose portrait is a drawing, while there is no real
 * person.
 */
export const sampleNutritionist: Nutritionist = typeset({
  name: 'Имя и фамилия',
  role: 'нутрициолог, 8 лет практики',
  photo: '/sample-nutritionist.svg',
  diploma: { text: 'Диплом: где и когда училась' },
  words: 'Не ругаю и не запрещаю. Сначала слушаю, потом предлагаю одну перемену за раз.',
})

/** The texts around her own words. */
export const nutritionistTexts = typeset({
  label: 'Консультацию ведёт',
  diploma: 'Посмотреть диплом',
  /** The label of the example. */
  sample: 'Пример',
  home: 'Кто с вами рядом',
})
