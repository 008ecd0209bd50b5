import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { Subcategory } from '@app/domain/result/categories'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import { checklistFor, checklists } from '../checklists.ts'
import { typeset } from '../writing/typeset.ts'

/** The item of each checklist that can be done on the evening before the first message. */
const firstTasks: Readonly<Record<Subcategory, string>> = typeset({
  A1: 'Решить, какими будут три завтрака с белком, и чередовать их',
  A2: 'Выписать жалобы, лекарства и вопросы на один лист',
  B1: 'Выписать дела на завтра, чтобы не держать их в голове',
  B2: 'Записаться к гинекологу на плановый осмотр',
  C1: 'Решить с вечера, что будет на обед',
  C2: 'Записывать, что и когда съели, без калорий и оценок',
})

/**
 * Returns the checklist item to start with. Without answers it is the item of the printed
 * checklist.
 */
export function firstTask(subcategory: Subcategory, answers: QuizAnswers | null): string | null {
  const { sections } = answers ? checklistFor(subcategory, answers) : checklists[subcategory]
  const items = sections.flatMap((section) => section.items)
  const usual = hasMedicalRedFlags(answers)
    ? undefined
    : items.find((item) => item === firstTasks[subcategory])
  return usual ?? items[0] ?? null
}
