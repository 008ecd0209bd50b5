import { type NextStepsFacts, programForTexts } from '@app/content/ru/program-for'
import type { ProgramFor } from '@app/domain/subscriptions/program-for'
import type { PaidSummary } from './product-summary.ts'

/**
 * What the success page says of a program: of its buyer's own, of a gift, of one that waits for theirs to end; as long as that is not
 * known, of their own. Whoever is signed in is not asked to.
 */
export function summaryFor(
  summary: PaidSummary,
  { programFor, ...known }: NextStepsFacts & { programFor: ProgramFor | null },
): PaidSummary {
  if (summary.type !== 'subscription') return summary
  const { features, nextSteps } = programForTexts[programFor ?? 'self']
  return { ...summary, features: [...(features ?? summary.features)], nextSteps: [...nextSteps(known)] }
}
