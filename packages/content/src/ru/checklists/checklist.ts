import type { Subcategory } from '@app/domain/result/categories'
import { typesetLine } from '../writing/typeset.ts'

export type ChecklistSection = {
  title: string
  /** Each is one thing that can be ticked off. */
  items: readonly string[]
  /** A week in which the days are marked as well. */
  hasDays?: true
}

/** Said in every checklist that somebody whose weight is below normal may get. */
export const lowWeightWarning = typesetLine(
  'Вес ниже нормы (индекс массы тела меньше 18,5): порции не уменьшайте и сначала покажитесь врачу',
)

/** A checklist as a PDF draws it: an A4 page or two with boxes to tick. */
export type Checklist = {
  subcategory: Subcategory
  title: string
  intro: string
  /** The signs with which one goes to a doctor or rings 103: to be read, never to be ticked off. */
  warnings: readonly string[]
  sections: readonly ChecklistSection[]
  closing: string
}
