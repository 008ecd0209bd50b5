import type { Subcategory } from '@app/domain/result/categories'
import type { Headline } from '../results/result-text.ts'
import { typesetLine } from '../writing/typeset.ts'

/**
 * Words that ask for more movement, for those whose load need not wait for a doctor. Paper goes to everybody: `printed` stands
 * there instead, and tells who asks first. Items under a title that tells it need none.
 */
type ExertionItem = { says: 'mayLoad'; text: string; printed?: string }

/** On screen in place of a load, for everybody else. */
type NoExertionItem = { says: 'asksBeforeLoad'; text: string }

/** Of hot flushes and of whoever freezes. Paper speaks of flushes, as it does to everybody after forty. */
type WarmthItem = { says: 'mayFlush' | 'coldOften'; text: string }

/**
 * Words that rule, count or delay food, or measure the body, and others for those whom that may
 * harm. Paper goes to both: it has `printed` alone.
 */
type FoodItem = {
  says: 'mayRuleFood' | 'eatsFreely' | 'mayPause' | 'eatsAtOnce' | 'mayLose' | 'keepsWeight'
  text: string
  printed?: string
}

/** Words about the cycle, and others for those past sixty; paper has `printed`. */
type CycleItem = { says: 'mayHaveCycle' | 'afterSixty'; text: string; printed?: string }

/**
 * Of the visit with which everything begins for whom a doctor comes first, and of what has its place for all others. Paper cannot know
 * whom it is read by: it has the visit among its warnings, and the words of the others, or `printed`.
 */
type DoctorVisitItem =
  | { says: 'afterDoctor'; text: string }
  | { says: 'mayBegin'; text: string; printed?: string }

/** A title of a section that the visit opens. */
type DoctorVisitTitle = { says: 'afterDoctor'; text: string; printed: string; otherwise: Headline }

export type SectionWords = {
  title:
    | string
    | (Required<ExertionItem> & { otherwise: string })
    | (WarmthItem & { printed: string; otherwise: string })
    | (Required<FoodItem> & { otherwise: Headline })
    | DoctorVisitTitle
  /** Each is one thing that can be ticked off. */
  items: readonly (
    | string
    | ExertionItem
    | NoExertionItem
    | WarmthItem
    | FoodItem
    | CycleItem
    | DoctorVisitItem
  )[]
  /** A week in which the days are marked as well. */
  hasDays?: true
}

/** Said in every checklist that somebody whose weight is below normal may get. */
export const lowWeightWarning = typesetLine(
  'Вес ниже нормы (индекс массы тела меньше 18,5): порции не уменьшайте и сначала покажитесь врачу',
)

/** Said in every checklist that speaks of sweets or of a pause before food. */
export const lowSugarWarning = typesetLine(
  'Лекарства от диабета, и вдруг слабость, дрожь или пот: съешьте сладкое сразу и расскажите врачу',
)

/** What everything begins with for whom a doctor comes first. */
export const visitFirst: DoctorVisitItem = {
  says: 'afterDoctor',
  text: typesetLine('Сначала к врачу: показать результат и спросить, с чего начать'),
}

/** The same on paper, which goes to everybody: above all that is ticked off. */
export const visitWarning = typesetLine(
  'Результат теста советует сначала к врачу: начните с приёма и возьмите листок',
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
