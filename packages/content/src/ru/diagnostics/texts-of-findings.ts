import type { Findings, Reason } from '@app/contracts/findings'

/** What was found, and what to do about it. */
export type SaysAndCure = readonly [says: string, cure?: string]

/** Words for some of what can be found, which are given its facts. */
export type TextsOfFindings = { readonly [R in Reason]?: (facts: Findings[R]) => SaysAndCure }
