import { describe, expect, it } from 'vitest'
import { codeAllowance, codeAllowances, maxPauseSeconds, maxUsualCodes } from './code-allowance.ts'

const rule = { pauseSeconds: 60, guesses: 5, maxUsualCodes: maxUsualCodes.ofAll }

/** Asks for a code as soon as the rule lets, for a day; returns the guesses that all of them take. */
function guessesOfDay(of: typeof rule): { codes: number; guesses: number } {
  let codes = 0
  let guesses = 0
  for (let second = 0; second < 86_400; ) {
    guesses += codeAllowance(codes, of).guesses
    codes++
    second += codeAllowance(codes, of).pauseSeconds
  }
  return { codes, guesses }
}

describe('the codes of one address', () => {
  it.each([
    [0, 60, 5],
    [19, 60, 5],
    [20, 120, 1],
    [21, 240, 1],
    [26, 7_680, 1],
    [27, maxPauseSeconds, 1],
    [500, maxPauseSeconds, 1],
  ])('after %d a day come with a pause of %d s and %d guesses', (sent, pauseSeconds, guesses) => {
    expect(codeAllowance(sent, rule)).toEqual({ pauseSeconds, guesses })
  })

  it('take 111 guesses a day of all networks that ask, and 211 with those of networks that do not', () => {
    expect(guessesOfDay(rule)).toEqual({ codes: 31, guesses: 111 })
    // Networks that have not asked have 100 a day together (`guessesPerAddress`): 0.02 % of a million codes.
    const probability = (guessesOfDay(rule).guesses + 100) / 1_000_000
    expect(probability).toBeCloseTo(0.000211, 9)
  })

  it('take 36 guesses a day more of a device that was signed in with', () => {
    expect(guessesOfDay({ ...rule, maxUsualCodes: maxUsualCodes.ofKnownDevice })).toEqual({
      codes: 16,
      guesses: 36,
    })
  })

  it('are listed up to where the pause grows no more', () => {
    const all = codeAllowances(rule)
    expect(all.map((_, sent) => codeAllowance(sent, rule))).toEqual(all)
    expect(all.at(-1)).toEqual(codeAllowance(1_000, rule))
    expect(all.at(-2)?.pauseSeconds).toBeLessThanOrEqual(maxPauseSeconds)
  })

  it('keep no pause where settings keep none', () => {
    expect(codeAllowance(40, { ...rule, pauseSeconds: 0 })).toEqual({ pauseSeconds: 0, guesses: 1 })
  })
})
