import type { Subcategory } from '@app/domain/result/categories'
import { a1 } from './checklists/a1.ts'
import { a2 } from './checklists/a2.ts'
import { b1 } from './checklists/b1.ts'
import { b2 } from './checklists/b2.ts'
import { c1 } from './checklists/c1.ts'
import { c2 } from './checklists/c2.ts'
import type { Checklist as ChecklistWords } from './checklists/checklist.ts'
import { typeset } from './writing/typeset.ts'

export type { ChecklistSection } from './checklists/checklist.ts'

/** A checklist with the note printed at its foot. */
export type Checklist = ChecklistWords & { disclaimer: string }

const disclaimer =
  'Советы об образе жизни, не медицинская услуга и не диагноз. При беременности, хронических болезнях и приёме лекарств сначала посоветуйтесь с врачом. Если стало плохо, звоните 103.'

export const checklists: Readonly<Record<Subcategory, Checklist>> = typeset({
  A1: { ...a1, disclaimer },
  A2: { ...a2, disclaimer },
  B1: { ...b1, disclaimer },
  B2: { ...b2, disclaimer },
  C1: { ...c1, disclaimer },
  C2: { ...c2, disclaimer },
})

/** The words on every sheet. */
export const checklistLabels = typeset({
  kind: 'Чек-лист',
  warnings: 'Сначала — здоровье: когда идти к врачу',
  page: (current: number, total: number): string => `${current} из ${total}`,
  /** Under the parting words; the address leads there. */
  site: (address: string): string => `Тест, рекомендации и программа: ${address}`,
  days: { title: 'Получилось:', names: ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] },
})
