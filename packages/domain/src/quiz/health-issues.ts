import { tidyText } from '../tidy-text.ts'
import { type Gender, type HealthIssue, type HealthIssueId, quizOptions } from './options.ts'

/** The longest free text kept with `other`. */
export const otherIssueMaxLength = 200

const womensIssue = 'pmsMenopause'

/** What the question starts with, and falls back to when its last item is unchecked. */
export const noHealthIssues: readonly HealthIssue[] = ['none']

/** Lists the health issues that are offered: men are not asked about what only women have. */
export function offeredIssues(gender: Gender | undefined): readonly HealthIssueId[] {
  return gender === 'male'
    ? quizOptions.healthIssues.filter((id) => id !== womensIssue)
    : quizOptions.healthIssues
}

/**
 * The issues that somebody of this gender can have named, every one once and with their first own words; when
 * nothing is left there is nothing that troubles.
 */
export function issuesFor(gender: Gender | undefined, issues: readonly HealthIssue[]): HealthIssue[] {
  const notAsked = gender === 'male' ? womensIssue : null
  const ids = [...new Set(issues.map(issueId))].filter((id) => id !== 'none' && id !== notAsked)
  return describeOther(ids.length > 0 ? ids : noHealthIssues, otherText(issues))
}

/** The option that a stored issue belongs to: `other:колени` belongs to `other`. */
export function issueId(issue: HealthIssue): HealthIssueId {
  return issue.startsWith('other:') ? 'other' : (issue as HealthIssueId)
}

export function hasIssue(issues: readonly HealthIssue[], id: HealthIssueId): boolean {
  return issues.some((issue) => issueId(issue) === id)
}

/** How many complaints a person named; `none` is not a complaint. */
export function countIssues(issues: readonly HealthIssue[]): number {
  return new Set(issues.map(issueId).filter((id) => id !== 'none')).size
}

/**
 * Checks or unchecks one issue (specification, section 4): `none` clears the others, any other item removes
 * `none`, and unchecking the last item brings `none` back. They stand in the order they are offered in, so that the same complaints are
 * the same answer however they were come to.
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
  // Tidied again at the end, because cutting may leave half of an emoji.
  const words = tidyText(tidyText(text).replace(/\s+/g, ' ').trimStart().slice(0, otherIssueMaxLength))
  const described: HealthIssue = words ? `other:${words}` : 'other'
  return issues.map((issue) => (issueId(issue) === 'other' ? described : issue))
}

/** The visitor's own words, or an empty string. */
export function otherText(issues: readonly HealthIssue[]): string {
  return issues.find((issue) => issue.startsWith('other:'))?.slice('other:'.length) ?? ''
}
