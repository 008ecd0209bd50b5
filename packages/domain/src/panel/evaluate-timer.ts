/** Timers count by a clock of their own and may end this much early. */
const earlyMs = 2
/** A busy browser is late by tens of milliseconds; a hidden tab by more than this. */
const lateMs = 250

/** Returns whether a timer ended about when it was to. */
export function evaluateTimer(expectedMs: number, measuredMs: number): 'in_time' | 'early' | 'late' {
  if (measuredMs < expectedMs - earlyMs) return 'early'
  return measuredMs > expectedMs + lateMs ? 'late' : 'in_time'
}
