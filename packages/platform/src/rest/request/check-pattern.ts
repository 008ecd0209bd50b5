import { badQuery } from '../rest-errors.ts'

const patternMaxLength = 200
const maxRepeats = 50

/**
 * Throws for slow regular expressions: back references, lookaround and counted repeats. Others may
 * still be slow on long texts (`regularExpressions: 'none'`).
 */
export function checkPattern(pattern: string): void {
  if (pattern.length > patternMaxLength) throw refused(`longer than ${patternMaxLength} characters`)
  // `***=` and `(?q)` and their kin change how the rest is read, so that none of this could be
  // told.
  if (/^(?:\*\*\*|\(\?[a-z])/i.test(pattern)) throw refused('with options')
  if (/\\[1-9]/.test(pattern)) throw refused('with back references')
  if (/\(\?[=!<]/.test(pattern)) throw refused('that look around')
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from, to]) => Number(to || from))
  const repeats = counts.reduce((product, count) => product * Math.max(1, count), 1)
  if (repeats > maxRepeats) throw refused(`repeating more than ${maxRepeats} times`)
}

const refused = (what: string) =>
  badQuery('The pattern is too costly', `Patterns ${what} are not matched here`)
