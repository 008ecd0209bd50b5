import type { Findings, Reason } from '@app/contracts/findings'

/** The text of a finding and the remedy. */
export type SaysAndCure = readonly [says: string, cure?: string]

/** Texts for some kinds of findings, built from their facts. */
export type TextsOfFindings = { readonly [R in Reason]?: (facts: Findings[R]) => SaysAndCure }
