/** The limits of an address's next code: the pause before it and the number of guesses. */
export type CodeAllowance = { pauseSeconds: number; guesses: number }

export type CodeRule = {
  /** The pause between two codes on a usual day; 0 keeps none, however many there are. */
  pauseSeconds: number
  /** Guesses at one code on a usual day. */
  guesses: number
  /** Beyond this number of codes a day, a code allows one guess and the pause doubles. */
  maxUsualCodes: number
}

/** The longest pause between two codes for one address. */
export const maxPauseSeconds = 4 * 3600

/** Codes a day by all networks together, and by one device that is known, before the limits grow tighter. */
export const maxUsualCodes = { ofAll: 20, ofKnownDevice: 5 }

/** Returns the pause and the guesses of the next code after `sentToday` of them. */
export function codeAllowance(sentToday: number, rule: CodeRule): CodeAllowance {
  const further = sentToday - rule.maxUsualCodes
  if (further < 0) return { pauseSeconds: rule.pauseSeconds, guesses: rule.guesses }
  const pauseSeconds = Math.min(rule.pauseSeconds * 2 ** (further + 1), maxPauseSeconds)
  return { pauseSeconds: Math.max(pauseSeconds, rule.pauseSeconds), guesses: Math.min(1, rule.guesses) }
}

/** Returns the allowances after 0, 1, 2 … codes; the last one holds for all that follow. */
export function codeAllowances(rule: CodeRule): CodeAllowance[] {
  const maxDoublings = Math.max(1, Math.ceil(Math.log2(maxPauseSeconds / Math.max(1, rule.pauseSeconds))))
  return Array.from({ length: rule.maxUsualCodes + maxDoublings + 1 }, (_, sent) => codeAllowance(sent, rule))
}
