import { checklistCaption } from '@app/content/ru/whatsapp'
import { programDays } from '@app/domain/orders/products'
import { categories } from '@app/domain/result/categories'
import { dailyTemplateName, getDailyMessage, type MessageLibrary } from '../compose-message.ts'

/** A template as it has to be approved: the same words that a message says inside the 24-hour window. */
export type MessageTemplate = {
  name: string
  /** `{{1}}` stands for the reader's name. */
  body: string
  hasDocument: boolean
  /** What reviewers see in the places. */
  examples: readonly string[]
}

/** Every template the product sends: one for checklists, one for each day of each category. */
export function messageTemplates({
  daily,
  templates,
}: Pick<MessageLibrary, 'daily' | 'templates'>): MessageTemplate[] {
  const days = Array.from({ length: programDays }, (_, index) => index + 1)
  return [
    { name: templates.checklist, body: checklistCaption, hasDocument: true, examples: [] },
    ...categories.flatMap((category) =>
      days.map((day) => ({
        name: dailyTemplateName(templates, category, day),
        body: getDailyMessage(daily, category, day).text.replace('{{name}}', '{{1}}'),
        hasDocument: day === 1,
        examples: ['Асель'],
      })),
    ),
  ]
}
