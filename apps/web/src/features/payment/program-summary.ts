import { type NextStepsFacts, programForTexts } from '@app/content/ru/program-for'
import type { ProgramFor } from '@app/domain/subscriptions/program-for'
import type { PaidSummary } from './product-summary.ts'

/** Adapts the success page to the program's reader: the buyer, a gift, or a waiting program. */
export function summaryFor(
  summary: PaidSummary,
  { programFor, ...known }: NextStepsFacts & { programFor: ProgramFor | null },
): PaidSummary {
  if (summary.type !== 'subscription') return summary
  const { features, nextSteps } = programForTexts[programFor ?? 'self']
  return { ...summary, features: [...(features ?? summary.features)], nextSteps: [...nextSteps(known)] }
}
