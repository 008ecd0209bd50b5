import type { ClaimId } from '@app/domain/result/claims'

/** Words that claim something about their reader, shown only where the claim holds. */
export type ClaimText = { says: ClaimId; text: string }

/** What the reader told, gathered into one sentence: «По ответам видно: … и …». `after` follows when there are two things or more. */
export type ClaimList = { lead: string; told: readonly ClaimText[]; after?: string }

/** A sentence of a result. A plain one claims nothing about its reader. */
export type Sentence = string | ClaimText | ClaimList

/** A headline that claims, and what stands there for those of whom it is not true. */
export type Headline = string | (ClaimText & { otherwise: Headline })

/** A headline with a sentence or two under it; `says` keeps it from those whom it does not suit. */
export type Advice = {
  title: string
  text: string
  says?: ClaimId
  /** Of a first step: the checklist's items that mean the same, of which a reader's list holds one or none. */
  ticks?: readonly string[]
}

export type SubcategoryText = {
  title: Headline
  /** What this result means, read in order. */
  paragraphs: readonly (readonly Sentence[])[]
  checklistTitle: string
  /** In the storage bucket `public-downloads`. */
  checklistPath: `checklists/${string}.pdf`
  /** What to do, when and how much. */
  recommendations: readonly Advice[]
  /** The first three steps, in order. */
  nextSteps: readonly Advice[]
}
