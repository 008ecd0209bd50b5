import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { Subcategory } from '@app/domain/result/categories'
import { type ClaimId, createClaimCheck } from '@app/domain/result/claims'
import { a1 } from './checklists/a1.ts'
import { a2 } from './checklists/a2.ts'
import { b1 } from './checklists/b1.ts'
import { b2 } from './checklists/b2.ts'
import { c1 } from './checklists/c1.ts'
import { c2 } from './checklists/c2.ts'
import { type ChecklistWords, type SectionWords, visitWarning } from './checklists/checklist.ts'
import { chooseHeadline } from './results/render-claims.ts'
import { typeset } from './writing/typeset.ts'

export type ChecklistSection = { title: string; items: readonly string[]; hasDays?: true }

/** A checklist for one reader, with the disclaimer at its foot. */
export type Checklist = Omit<ChecklistWords, 'sections'> & {
  sections: readonly ChecklistSection[]
  disclaimer: string
}

const disclaimer = typeset(
  'Советы об образе жизни, не медицинская услуга и не диагноз. При беременности, хронических болезнях и приёме лекарств сначала посоветуйтесь с врачом. Если стало плохо, звоните 103.',
)

/** All items of each checklist with the claims that decide who reads them. */
export const checklistWords = typeset({ A1: a1, A2: a2, B1: b1, B2: b2, C1: c1, C2: c2 } satisfies Record<
  Subcategory,
  ChecklistWords
>)

/** The claims that count as true in the printed checklists, which all readers share. */
const claimsTrueOnPaper: ReadonlySet<ClaimId> = new Set<ClaimId>(['mayFlush', 'mayLoad', 'mayBegin'])

/** The printed checklists: an A4 page or two with boxes to tick, the same for all readers. */
export const checklists: Readonly<Record<Subcategory, Checklist>> = {
  A1: toPrintedChecklist(checklistWords.A1),
  A2: toPrintedChecklist(checklistWords.A2),
  B1: toPrintedChecklist(checklistWords.B1),
  B2: toPrintedChecklist(checklistWords.B2),
  C1: toPrintedChecklist(checklistWords.C1),
  C2: toPrintedChecklist(checklistWords.C2),
}

/**
 * Returns the checklist for these answers: an item is shown only when its claim is true, and a
 * reader who needs a doctor starts with the visit.
 */
export function checklistFor(subcategory: Subcategory, answers: QuizAnswers): Checklist {
  const holds = createClaimCheck(answers)
  const sections = checklistWords[subcategory].sections.map(({ title, items, ...section }) => ({
    ...section,
    title: chooseHeadline(title, holds),
    items: items.flatMap((item) => (typeof item === 'string' ? item : holds(item.says) ? item.text : [])),
  }))
  return { ...checklistWords[subcategory], sections, disclaimer }
}

function toPrintedChecklist(checklist: ChecklistWords): Checklist {
  const warnings = [visitWarning, ...checklist.warnings]
  return { ...checklist, warnings, sections: checklist.sections.map(toPrintedSection), disclaimer }
}

function toPrintedSection({ title, items, ...section }: SectionWords): ChecklistSection {
  return {
    ...section,
    title: typeof title === 'string' ? title : title.printed,
    items: items.flatMap((item) => {
      if (typeof item === 'string') return item
      if ('printed' in item && item.printed) return item.printed
      return claimsTrueOnPaper.has(item.says) ? item.text : []
    }),
  }
}

/** The labels on every sheet. */
export const checklistLabels = typeset({
  kind: 'Чек-лист',
  warnings: 'Сначала — здоровье: когда идти к врачу',
  page: (current: number, total: number): string => `${current} из ${total}`,
  /** The text of the link to the site, after the closing words. */
  site: (address: string): string => `Тест, рекомендации и программа: ${address}`,
  days: { title: 'Получилось:', names: ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] },
})
