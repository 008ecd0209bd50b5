import type { ReportedError } from '@app/domain/analytics/event-fields'

/** One crash is met in several places, all within a moment: where it was thrown, where it was caught, in the console. */
const oneCrashMs = 1000
const mostKnown = 100

/** Tells a crash that was met before from a new one, by the place in the code it came from. */
export function openCrashes() {
  const metAt = new Map<string, number>()
  return {
    isNew({ stack }: ReportedError, at: Date): boolean {
      if (!stack) return true
      const before = metAt.get(stack)
      const now = at.getTime()
      metAt.delete(stack)
      metAt.set(stack, now)
      if (metAt.size > mostKnown) metAt.delete(metAt.keys().next().value ?? stack)
      return before === undefined || now - before > oneCrashMs
    },
  }
}
