import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until a whole number of `stepMs` has passed since `startedAt` (`performance.now()`), so
 * that the response time does not tell which branch answered.
 */
export async function padResponseTime(startedAt: number, stepMs: number): Promise<void> {
  if (stepMs <= 0) return
  const passed = performance.now() - startedAt
  const steps = Math.max(1, Math.ceil(passed / stepMs))
  await sleep(steps * stepMs - passed)
}
