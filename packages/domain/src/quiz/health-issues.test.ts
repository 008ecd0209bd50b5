import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countIssues, describeOther, hasIssue, otherText, toggleIssue } from './health-issues.ts'
import { type HealthIssue, quizOptions } from './options.ts'

const anyToggles = fc.array(fc.constantFrom(...quizOptions.healthIssues), { maxLength: 30 })
const after = (ids: (typeof quizOptions.healthIssues)[number][]) =>
  ids.reduce<HealthIssue[]>(toggleIssue, ['none'])

describe('choosing health issues', () => {
  it.each([
    ["'none' clears the others", ['fatigue', 'anxiety'], 'none', ['none']],
    ["another item removes 'none'", ['none'], 'thyroid', ['thyroid']],
    ["unchecking the last item sets 'none'", ['thyroid'], 'thyroid', ['none']],
    ["unchecking 'none' keeps it", ['none'], 'none', ['none']],
    ['other with words is unchecked as one item', ['other:колени', 'fatigue'], 'other', ['fatigue']],
  ] as const)('%s', (_title, issues, id, expected) => {
    expect(toggleIssue(issues, id)).toEqual(expected)
  })

  it("never leaves nothing, nor 'none' beside another item, nor one item twice", () => {
    fc.assert(
      fc.property(anyToggles, (ids) => {
        const issues = after(ids)
        expect(issues.length).toBeGreaterThan(0)
        expect(issues.includes('none')).toBe(countIssues(issues) === 0)
        expect(new Set(issues).size).toBe(issues.length)
      }),
    )
  })

  it('ends with the same answer in whatever order the same ones were checked', () => {
    const checked = fc.uniqueArray(
      fc.constantFrom(...quizOptions.healthIssues.filter((id) => id !== 'none')),
      {
        minLength: 1,
      },
    )
    fc.assert(
      fc.property(checked, (ids) => {
        expect(after(ids)).toEqual(after(ids.toReversed()))
        expect(after(ids).toSorted()).toEqual(ids.toSorted())
      }),
    )
  })

  it('keeps any words of a person with other, and only there', () => {
    fc.assert(
      fc.property(anyToggles, fc.string({ unit: 'binary', maxLength: 400 }), (ids, text) => {
        const issues = describeOther(after(ids), text)
        expect(hasIssue(issues, 'other')).toBe(hasIssue(after(ids), 'other'))
        expect(otherText(issues).length).toBeLessThanOrEqual(200)
        expect(otherText(issues)).not.toContain('\u0000')
        expect(otherText(issues).isWellFormed()).toBe(true)
      }),
    )
  })
})
