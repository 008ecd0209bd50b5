import { checklistCaption } from '@app/content/ru/whatsapp'
import { programDays } from '@app/domain/orders/products'
import { categories } from '@app/domain/result/categories'
import { dailyTemplateName, getDailyMessage, type MessageLibrary } from '../compose-message.ts'

/** A template for approval, with the text of the message. */
export type MessageTemplate = {
  name: string
  /** `{{1}}` is the reader's name. */
  body: string
  hasDocument: boolean
  /** Example parameters for reviewers. */
  examples: readonly string[]
}

/** Lists all templates: one for checklists, and one for each day and category. */
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
