import type { ClaimId } from '@app/domain/result/claims'

/** Text that states something about the reader, shown only when the claim holds. */
export type ClaimText = { says: ClaimId; text: string }

/**
 * Claims that are joined into one sentence: «По ответам видно: … и …». `after` follows when there
 * are two or more.
 */
export type ClaimList = { lead: string; told: readonly ClaimText[]; after?: string }

/** A sentence of a result. A plain string makes no claim about the reader. */
export type Sentence = string | ClaimText | ClaimList

/** A headline with a claim, and the headline for all other readers. */
export type Headline = string | (ClaimText & { otherwise: Headline })

/** A headline with a sentence or two. `says` limits it to readers for whom the claim holds. */
export type Advice = {
  title: string
  text: string
  says?: ClaimId
  /**
   * The checklist items with the same meaning as this first step; a reader's list holds at most one
   * of them.
   */
  ticks?: readonly string[]
}

export type SubcategoryText = {
  title: Headline
  /** The explanation of the result, in reading order. */
  paragraphs: readonly (readonly Sentence[])[]
  checklistTitle: string
  /** The path in the storage bucket `public-downloads`. */
  checklistPath: `checklists/${string}.pdf`
  /** The recommendations, each with its time and amount. */
  recommendations: readonly Advice[]
  /** The first three steps, in order. */
  nextSteps: readonly Advice[]
}
