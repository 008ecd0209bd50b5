import type { ReportedError } from '@app/domain/analytics/event-fields'

/** The same error appears within this time as an event, in a boundary and in the console. */
const sameCrashMs = 1000
const maxKnownCrashes = 100

/** Tells a crash that was met before from a new one, by the place in the code it came from and the query it was for. */
export function createCrashFilter() {
  const metAt = new Map<string, number>()
  return {
    isNew({ stack, queryKey = '' }: ReportedError, at: Date): boolean {
      if (!stack) return true
      const crash = queryKey + stack
      const before = metAt.get(crash)
      const now = at.getTime()
      metAt.delete(crash)
      metAt.set(crash, now)
      if (metAt.size > maxKnownCrashes) metAt.delete(metAt.keys().next().value ?? crash)
      return before === undefined || now - before > sameCrashMs
    },
  }
}
