import type { QuizAnswers } from '../quiz/answers.ts'
import { hasMedicalRedFlags, suitsConsultation, suitsProgram } from '../result/medical-red-flags.ts'
import { type ProductType, productTypes } from './products.ts'

type OfferFacts = {
  /** The answers of the result on sale; an empty object allows all products. */
  answers: Partial<QuizAnswers>
  /** The answers of the buyer's newest attempt, which must allow the product, too. */
  latest?: Partial<QuizAnswers> | undefined
  /** The products that the buyer has already. */
  owned?: readonly ProductType[] | undefined
}

/** Lists the products that suit the answers and that the buyer does not have. */
export function offeredProducts({ answers, latest = {}, owned = [] }: OfferFacts): ProductType[] {
  const suits: Record<ProductType, boolean> = {
    subscription: suitsProgram(answers) && suitsProgram(latest),
    consultation: suitsConsultation(answers) && suitsConsultation(latest),
  }
  return productTypes.filter((product) => suits[product] && !owned.includes(product))
}

/** The style of an offered product. */
export type OfferStyle = {
  /** True for an offer that must not stand out. */
  isQuiet: boolean
  /** True when a doctor comes first, which the offer says. */
  isAfterDoctor: boolean
  /** True when the answers decline the product, so that the offer does not insist. */
  isDeclined: boolean
}

/**
 * Returns the manner of offering each product: a doctor comes first if either attempt says so, and
 * of the consultation the buyer's own last word counts.
 */
export function offerStyles({
  answers,
  latest = {},
}: Pick<OfferFacts, 'answers' | 'latest'>): Record<ProductType, OfferStyle> {
  const isAfterDoctor = hasMedicalRedFlags(answers, latest)
  const isDeclined = (latest.consultation ?? answers.consultation) === 'no'
  return {
    subscription: { isQuiet: isAfterDoctor, isAfterDoctor, isDeclined: false },
    consultation: { isQuiet: isAfterDoctor || isDeclined, isAfterDoctor, isDeclined },
  }
}
