import type { Check, Finding } from '@app/domain/doctor/findings'
import { found } from '@app/domain/doctor/findings'

/** One thing to look at; what it throws means that it could not be looked at. */
export type Look = { check: Check; look: () => Promise<readonly Finding[]> }

/** What was found, within the time allowed: a look that fails or takes longer is a finding of its own. */
export async function withTimeLimit({ check, look }: Look, limitMs: number): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([found('not_checked', { check, reason: 'ETIMEDOUT' })]), limitMs)
  })
  try {
    return await Promise.race([look(), late])
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
