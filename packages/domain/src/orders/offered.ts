import type { QuizAnswers } from '../quiz/answers.ts'
import { suitsProgram } from '../result/doctor-first.ts'
import { type ProductType, productTypes } from './products.ts'

type Wish = {
  /** Of the result that a product would be for; empty where none is known, which speaks against nothing. */
  answers: Partial<QuizAnswers>
  /** Of the buyer's newest attempt, which may be another: they must allow it as well. */
  latest?: Partial<QuizAnswers> | undefined
  /** What the buyer has now, and is not offered again. */
  owned?: readonly ProductType[] | undefined
}

/** What may be offered and sold: the program only to whom it suits, a consultation to anybody, and nothing twice. */
export function offeredProducts({ answers, latest = {}, owned = [] }: Wish): ProductType[] {
  const suits: Record<ProductType, boolean> = {
    subscription: suitsProgram(answers) && suitsProgram(latest),
    consultation: true,
  }
  return productTypes.filter((product) => suits[product] && !owned.includes(product))
}
