import { programForTexts } from '@app/content/ru/program-for'
import type { ProgramFor } from '@app/domain/subscriptions/program-for'
import type { PaidSummary } from './product-summary.ts'

/** What the success page says of a program that is not its buyer's first and own: a gift, or one that waits for theirs to end. */
export function summaryFor(
  summary: PaidSummary,
  programFor: ProgramFor | null,
  isSignedIn: boolean,
): PaidSummary {
  if (programFor === null || programFor === 'self') return summary
  const { features, nextSteps } = programForTexts[programFor]
  return { ...summary, features: [...(features ?? summary.features)], nextSteps: [...nextSteps(isSignedIn)] }
}
