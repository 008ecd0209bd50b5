import type { QuizAnswers } from '../quiz/answers.ts'
import { hasMedicalRedFlags, suitsConsultation, suitsProgram } from '../result/medical-red-flags.ts'
import { type ProductType, productTypes } from './products.ts'

type OfferFacts = {
  /** Of the result that a product would be for; empty where none is known, which speaks against nothing. */
  answers: Partial<QuizAnswers>
  /** Of the buyer's newest attempt, which may be another: they must allow it as well. */
  latest?: Partial<QuizAnswers> | undefined
  /** What the buyer has now, and is not offered again. */
  owned?: readonly ProductType[] | undefined
}

/** The products that may be offered and sold: each only to whom it suits, and nothing twice. */
export function offeredProducts({ answers, latest = {}, owned = [] }: OfferFacts): ProductType[] {
  const suits: Record<ProductType, boolean> = {
    subscription: suitsProgram(answers) && suitsProgram(latest),
    consultation: suitsConsultation(answers) && suitsConsultation(latest),
  }
  return productTypes.filter((product) => suits[product] && !owned.includes(product))
}

/** The way a product that is offered stands there. */
export type OfferStyle = {
  /** Nothing about it is louder than what comes before it. */
  isQuiet: boolean
  /** A doctor comes first: it is sold, and whoever decides on it is told so. */
  isAfterDoctor: boolean
  /** The test's answers want none of it: it is there, and not pressed on anybody. */
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
