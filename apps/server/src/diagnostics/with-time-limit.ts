import type { Check, Finding } from '@app/contracts/findings'
import { found } from '@app/contracts/findings'

/** A check. A thrown error means that it could not run. */
export type RunnableCheck = { check: Check; run: () => Promise<readonly Finding[]> }

/** Runs a check. Returns the finding `not_checked` when the check fails or takes longer than `limitMs`. */
export async function withTimeLimit(
  { check, run }: RunnableCheck,
  limitMs: number,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([found('not_checked', { check, reason: 'ETIMEDOUT' })]), limitMs)
  })
  try {
    return await Promise.race([run(), late])
  } catch (error) {
    return [found('not_checked', { check, reason: reasonOf(error) })]
  } finally {
    clearTimeout(timer)
  }
}

/** A short word for an error, without what it may quote. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error) return 'code' in cause && cause.code ? String(cause.code) : cause.name
  return 'unknown'
}
