export type ForgeryBudget = {
  /** Whether one more stranger's call may be written down now. */
  take: (now?: number) => boolean
}

/** Lets a stranger's calls be written down at most `perMinute` times a minute, however many come. */
export function openForgeryBudget(perMinute = 60): ForgeryBudget {
  let minute = 0
  let taken = 0
  return {
    take(now = Date.now()) {
      const current = Math.floor(now / 60_000)
      if (current !== minute) {
        minute = current
        taken = 0
      }
      taken += 1
      return taken <= perMinute
    },
  }
}
