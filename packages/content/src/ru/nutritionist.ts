import { typeset } from './writing/typeset.ts'

export type Nutritionist = {
  name: string
  /** What she is, in a few words: «нутрициолог, 8 лет практики». */
  role: string
  /** A portrait in `apps/web/public`, from the site's root: `/nutritionist.jpg`. Square, 320 px or more. */
  photo: string
  /** Where and when she studied, as her diploma says it, and where it can be seen if it is published. */
  diploma: { text: string; href?: string }
  /** Two or three sentences of her own about how she works. */
  words: string
}

/**
 * Who holds the consultation. Content that the owner gives: production shows nobody until it is, since a person must not be invented.
 * `docs/owner.md` says how to fill it in.
 */
export const nutritionist: Nutritionist | null = typeset<Nutritionist | null>(null)

/** Shown in the sandbox while there is nobody, and marked as an example: the portrait is a drawing of ours. */
export const sampleNutritionist: Nutritionist = typeset({
  name: 'Имя и фамилия',
  role: 'нутрициолог, 8 лет практики',
  photo: '/sample-nutritionist.svg',
  diploma: { text: 'Диплом: где и когда училась' },
  words: 'Не ругаю и не запрещаю. Сначала слушаю, потом предлагаю одну перемену за раз.',
})

/** The words around her own. */
export const nutritionistTexts = typeset({
  label: 'Консультацию ведёт',
  diploma: 'Посмотреть диплом',
  /** On the sample. */
  sample: 'Пример',
  home: 'Кто с вами рядом',
})
