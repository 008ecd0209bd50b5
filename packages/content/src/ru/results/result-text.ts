/** A headline with a sentence or two under it. */
export type Advice = { title: string; text: string }

export type SubcategoryText = {
  title: string
  /** What this result means, read in order. */
  paragraphs: readonly string[]
  checklistTitle: string
  /** In the storage bucket `public-downloads`. */
  checklistPath: `checklists/${string}.pdf`
  /** What to do, when and how much. */
  recommendations: readonly Advice[]
  /** The first three steps, in order. */
  nextSteps: readonly Advice[]
}
