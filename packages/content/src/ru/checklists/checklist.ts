import type { Subcategory } from '@app/domain/result/categories'

export type ChecklistSection = {
  title: string
  /** Each is one thing that can be ticked off. */
  items: readonly string[]
  /** A week in which the days are marked as well. */
  hasDays?: true
}

/** A checklist as a PDF draws it: an A4 page or two with boxes to tick. */
export type Checklist = {
  subcategory: Subcategory
  title: string
  intro: string
  sections: readonly ChecklistSection[]
  closing: string
}
