import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEmail } from './contact.ts'
import { isOneEditAway, otherMailDomains, suggestEmail, usualMailDomains } from './email-typo.ts'

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz.')
const name = fc.stringMatching(/^[a-z0-9][a-z0-9+_]{0,12}$/)
const usual = fc.constantFrom(...usualMailDomains)
const known: readonly string[] = [...usualMailDomains, ...otherMailDomains]

/** One letter dropped, put in, replaced, or swapped with the next. */
const slipped = fc
  .tuple(usual, fc.constantFrom('drop', 'insert', 'replace', 'swap'), fc.nat(20), letter)
  .map(([domain, slip, position, other]) => {
    const at = position % (domain.length - 1)
    const [before, here, next, after] = [
      domain.slice(0, at),
      domain.charAt(at),
      domain.charAt(at + 1),
      domain.slice(at + 2),
    ]
    if (slip === 'drop') return before + next + after
    if (slip === 'insert') return before + other + here + next + after
    return slip === 'replace' ? before + other + next + after : before + next + here + after
  })

/** The distance by its textbook table (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => rows[i]![j]!
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      rows[i]![j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + same,
        isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(one.length, other.length)
}

describe('a mistyped domain', () => {
  it.each([
    ['anna@gmial.com', 'anna@gmail.com'],
    ['anna@m\u0430il.ru', 'anna@mail.ru'],
    ['anna@xn--mil-6cd.ru', 'anna@mail.ru'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@gmail.co', 'anna@gmail.com'],
    ['anna@mail.ry', 'anna@mail.ru'],
    ['Anna@GMIAL.com', 'Anna@gmail.com'],
    [' anna@yandx.ru\u200b', 'anna@yandex.ru'],
    ['anna@hotmial.com', 'anna@hotmail.com'],
    ['anna@gmail.com', null],
    ['anna@mail.com', null],
    ['anna@ymail.com', null],
    ['anna@yandex.uz', null],
    ['anna@example.kz', null],
    ['anna@gmaail.con', null],
    ['anna', null],
    ['@gmial.com', null],
    ['', null],
  ])('of %j suggests %j', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant)
  })

  it('is doubted after any one slip, unless another well-known one came of it', () => {
    fc.assert(
      fc.property(name, slipped, (before, domain) => {
        const meant = suggestEmail(`${before}@${domain}`)
        if (known.includes(domain)) {
          expect(meant).toBeNull()
          return
        }
        const [kept, to = ''] = meant?.split('@') ?? []
        expect(kept).toBe(before)
        expect(distance(domain, to)).toBe(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('is doubted only within one slip, and what is suggested is a good address that is doubted no more', () => {
    const anyDomain = fc.oneof(slipped, fc.stringMatching(/^[a-z]{1,8}\.[a-z]{2,3}$/), usual)
    fc.assert(
      fc.property(name, anyDomain, slipped, (before, domain, other) => {
        for (const one of [domain, other]) {
          const meant = suggestEmail(`${before}@${one}`)
          const isNear = usualMailDomains.some((each) => distance(one, each) === 1)
          expect(meant !== null).toBe(isNear && !known.includes(one))
          if (meant === null) continue
          expect(checkEmail(meant)).toBeNull()
          expect(suggestEmail(meant)).toBeNull()
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('is one slip away exactly where the textbook says so', () => {
    const word = fc.stringMatching(/^[abc]{0,5}$/)
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isOneEditAway(one, other)).toBe(distance(one, other) === 1)
      }),
      { numRuns: 3000 },
    )
  })
})
