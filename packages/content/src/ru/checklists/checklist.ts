import type { Subcategory } from '@app/domain/result/categories'
import type { Headline } from '../results/result-text.ts'
import { typesetLine } from '../writing/typeset.ts'

/**
 * An item that asks for more movement, for readers who need no doctor's consent. Paper has
 * `printed` instead, which warns them.
 */
type ExertionItem = { says: 'mayLoad'; text: string; printed?: string }

/** The item for readers who need a doctor's consent to exercise. Only the screen shows it. */
type NoExertionItem = { says: 'asksBeforeLoad'; text: string }

/** An item about hot flushes or about feeling cold. Paper shows the hot flushes. */
type WarmthItem = { says: 'mayFlush' | 'coldOften'; text: string }

/**
 * An item that limits food or measures the body, and its replacement for readers whom that may
 * harm. Paper has `printed`.
 */
type FoodItem = {
  says: 'mayRuleFood' | 'eatsFreely' | 'mayPause' | 'eatsAtOnce' | 'mayLose' | 'keepsWeight'
  text: string
  printed?: string
}

/** An item about the cycle, and its replacement for readers over sixty. Paper has `printed`. */
type CycleItem = { says: 'mayHaveCycle' | 'afterSixty'; text: string; printed?: string }

/**
 * The visit to a doctor, and the item for readers who need no visit first. Paper has the visit
 * among its warnings, and the other item or `printed`.
 */
type DoctorVisitItem =
  | { says: 'afterDoctor'; text: string }
  | { says: 'mayBegin'; text: string; printed?: string }

/** A section title for readers whose checklist starts with the visit. */
type DoctorVisitTitle = { says: 'afterDoctor'; text: string; printed: string; otherwise: Headline }

export type SectionWords = {
  title:
    | string
    | (Required<ExertionItem> & { otherwise: string })
    | (WarmthItem & { printed: string; otherwise: string })
    | (Required<FoodItem> & { otherwise: Headline })
    | DoctorVisitTitle
  /** One action to tick off for each item. */
  items: readonly (
    | string
    | ExertionItem
    | NoExertionItem
    | WarmthItem
    | FoodItem
    | CycleItem
    | DoctorVisitItem
  )[]
  /** True for a week that also has a box for each day. */
  hasDays?: true
}

/** The warning of every checklist that a reader below normal weight may get. */
export const lowWeightWarning = typesetLine(
  'Вес ниже нормы (индекс массы тела меньше 18,5): порции не уменьшайте и сначала покажитесь врачу',
)

/** The warning of every checklist that limits sweets or delays food. */
export const lowSugarWarning = typesetLine(
  'Лекарства от диабета, и вдруг слабость, дрожь или пот: съешьте сладкое сразу и расскажите врачу',
)

/** The first item for readers who should see a doctor first. */
export const visitFirst: DoctorVisitItem = {
  says: 'afterDoctor',
  text: typesetLine('Сначала к врачу: показать результат и спросить, с чего начать'),
}

/** The printed form of the same advice, among the warnings. */
export const visitWarning = typesetLine(
  'Результат теста советует сначала к врачу: начните с приёма и возьмите листок',
)

/**
 * All items of a checklist; the screen shows those that suit the reader, paper those that suit all
 * readers.
 */
export type ChecklistWords = {
  subcategory: Subcategory
  title: string
  intro: string
  /** The signs that need a doctor or an ambulance. They have no boxes. */
  warnings: readonly string[]
  sections: readonly SectionWords[]
  closing: string
}
