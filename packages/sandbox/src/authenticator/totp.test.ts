import { expect, test } from 'vitest'
import { codeAt } from './totp.ts'

/** RFC 6238, appendix B: the key is the ASCII of 12345678901234567890; the last six of its eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(codeAt(secret, new Date(seconds * 1000))?.code).toBe(code)
})

test('a key may be copied with spaces and in small letters, and says how long its code is good', () => {
  const spaced = 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq'
  expect(codeAt(spaced, new Date(59_000))).toEqual({ code: '287082', secondsLeft: 1 })
  expect(codeAt(secret, new Date(60_000))?.secondsLeft).toBe(30)
})

test.each(['', 'hello world!', 'A1B2', 'A'.repeat(200)])('«%s» is no key', (text) => {
  expect(codeAt(text, new Date())).toBeNull()
})
