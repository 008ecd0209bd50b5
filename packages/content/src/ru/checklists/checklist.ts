import type { Subcategory } from '@app/domain/result/categories'
import { typesetLine } from '../writing/typeset.ts'

/**
 * Words that ask for more movement, for those whose load need not wait for a doctor. Paper goes to everybody: `printed` stands
 * there instead, and tells who asks first. Items under a title that tells it need none.
 */
type Load = { says: 'mayLoad'; text: string; printed?: string }

/** On screen in place of a load, for everybody else. */
type NoLoad = { says: 'asksBeforeLoad'; text: string }

/** Of hot flushes and of whoever freezes. Paper speaks of flushes, as it does to everybody after forty. */
type Warmth = { says: 'mayFlush' | 'coldOften'; text: string }

export type SectionWords = {
  title: string | (Required<Load> & { otherwise: string }) | (Warmth & { printed: string; otherwise: string })
  /** Each is one thing that can be ticked off. */
  items: readonly (string | Load | NoLoad | Warmth)[]
  /** A week in which the days are marked as well. */
  hasDays?: true
}

/** Said in every checklist that somebody whose weight is below normal may get. */
export const lowWeightWarning = typesetLine(
  'Вес ниже нормы (индекс массы тела меньше 18,5): порции не уменьшайте и сначала покажитесь врачу',
)

/** Everything a checklist can say, of which a screen tells what suits its reader and paper what suits everybody. */
export type ChecklistWords = {
  subcategory: Subcategory
  title: string
  intro: string
  /** The signs with which one goes to a doctor or rings 103: to be read, never to be ticked off. */
  warnings: readonly string[]
  sections: readonly SectionWords[]
  closing: string
}
