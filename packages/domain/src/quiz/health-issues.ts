import { tidyText } from '../tidy-text.ts'
import { type Gender, type HealthIssue, type HealthIssueId, quizOptions } from './options.ts'

/** The maximum length of free text in `other`. */
export const otherIssueMaxLength = 200

const womensIssue = 'pmsMenopause'

/** The initial value, which returns when the last item is unchecked. */
export const noHealthIssues: readonly HealthIssue[] = ['none']

/** Lists the health issues that are offered: men are not asked about what only women have. */
export function offeredIssues(gender: Gender | undefined): readonly HealthIssueId[] {
  return gender === 'male'
    ? quizOptions.healthIssues.filter((id) => id !== womensIssue)
    : quizOptions.healthIssues
}

/** Drops issues that do not apply to the gender, and duplicates. The fallback is `none`. */
export function issuesFor(gender: Gender | undefined, issues: readonly HealthIssue[]): HealthIssue[] {
  const notAsked = gender === 'male' ? womensIssue : null
  const ids = [...new Set(issues.map(issueId))].filter((id) => id !== 'none' && id !== notAsked)
  return describeOther(ids.length > 0 ? ids : noHealthIssues, otherText(issues))
}

/** Returns the option of a stored issue: `other:колени` belongs to `other`. */
export function issueId(issue: HealthIssue): HealthIssueId {
  return issue.startsWith('other:') ? 'other' : (issue as HealthIssueId)
}

export function hasIssue(issues: readonly HealthIssue[], id: HealthIssueId): boolean {
  return issues.some((issue) => issueId(issue) === id)
}

/** Counts the complaints; `none` is not one. */
export function countIssues(issues: readonly HealthIssue[]): number {
  return new Set(issues.map(issueId).filter((id) => id !== 'none')).size
}

/**
 * Toggles an issue (specification, section 4): `none` clears the others, another item removes
 * `none`, and an empty list becomes `none`. The order is that of the options.
 */
export function toggleIssue(issues: readonly HealthIssue[], id: HealthIssueId): HealthIssue[] {
  if (id === 'none') return [...noHealthIssues]
  if (!hasIssue(issues, id)) {
    const all = [...issues, id]
    return quizOptions.healthIssues.flatMap((each) =>
      each === 'none' ? [] : all.filter((issue) => issueId(issue) === each),
    )
  }
  const left = issues.filter((issue) => issueId(issue) !== id)
  return left.length > 0 ? left : [...noHealthIssues]
}

/** Keeps the visitor's own words with `other`; empty words leave the bare option. Does nothing unless `other` is checked. */
export function describeOther(issues: readonly HealthIssue[], text: string): HealthIssue[] {
  // Tidies again, because cutting may split an emoji.
  const words = tidyText(tidyText(text).replace(/\s+/g, ' ').trimStart().slice(0, otherIssueMaxLength))
  const described: HealthIssue = words ? `other:${words}` : 'other'
  return issues.map((issue) => (issueId(issue) === 'other' ? described : issue))
}

/** Returns the visitor's own words, or an empty string. */
export function otherText(issues: readonly HealthIssue[]): string {
  return issues.find((issue) => issue.startsWith('other:'))?.slice('other:'.length) ?? ''
}
