import { panelTexts } from '@app/content/ru/ui/panel'
import { evaluateTimer } from '@app/domain/panel/evaluate-timer'
import type { Outcome } from '../checks/outcome.ts'

const expectedMs = 100
const texts = panelTexts.analytics.performance

/** Measures a timer of 100 ms. */
export async function measureTimer(
  wait: (ms: number) => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<Outcome> {
  const startedAt = now()
  await wait(expectedMs)
  const measuredMs = Math.round(now() - startedAt)
  const message = texts.measured(measuredMs)
  const data = { expectedMs, measuredMs }
  const verdict = evaluateTimer(expectedMs, measuredMs)
  if (verdict === 'in_time') return { success: true, message, data }
  return { success: false, message, error: texts[verdict], data }
}
