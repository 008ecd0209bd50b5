import { type DailyMessage, renderDailyMessage } from '@app/content/ru/daily/daily-message'
import type { DailyMessages } from '@app/content/ru/daily/load-daily-messages'
import {
  checklistCaption,
  checklistFileName,
  namelessGreeting,
  restartedText,
  stoppedText,
} from '@app/content/ru/whatsapp'
import { type Category, checklistSubcategory, type Subcategory } from '@app/domain/result/categories'
import type { TemplateNames } from '../config/whatsapp.ts'
import type { Attachment, MessageContent } from './message-gateway.ts'
import type { Message } from './message-repository.ts'

/** The contents of messages. */
export type MessageLibrary = {
  daily: DailyMessages
  templates: TemplateNames
  checklistUrl: (subcategory: Subcategory) => string
}

/**
 * Composes the content of a message. Throws for a row that none of the product's use cases writes.
 */
export function composeMessage(message: Message, library: MessageLibrary): MessageContent {
  switch (message.kind) {
    case 'checklist':
      return {
        text: checklistCaption,
        document: checklistOf(library, message.category, message.subcategory),
        template: { name: library.templates.checklist, parameters: [] },
      }
    case 'reply':
      return {
        text: message.reply === 'opted_in' ? restartedText : stoppedText,
        document: null,
        template: null,
      }
    case 'answer':
      return { text: textOf(message), document: null, template: null }
    default:
      return composeDay(message, library)
  }
}

function textOf({ text }: Message): string {
  if (text === null) throw new Error('an answer without a text')
  return text
}

function composeDay(message: Message, library: MessageLibrary): MessageContent {
  const { category, day, recipientName } = message
  if (!category || !day) throw new Error('a message of a day without category or day')
  const daily = getDailyMessage(library.daily, category, day)
  const name = recipientName?.replace(/\s+/g, ' ').trim() ?? ''
  return {
    text: renderDailyMessage(daily, name),
    // The first morning brings the checklist along.
    document: day === 1 ? checklistOf(library, category, message.subcategory) : null,
    template: {
      name: dailyTemplateName(library.templates, category, day),
      parameters: [name || namelessGreeting],
    },
  }
}

/** The text of a program's day. Throws for a day that is not 1 to 5. */
export function getDailyMessage(daily: DailyMessages, category: Category, day: number): DailyMessage {
  const message = daily[category][day - 1]
  if (!message) throw new Error(`there is no message for day ${day}`)
  return message
}

/** The name under which the message of a day is approved. */
export function dailyTemplateName({ daily }: TemplateNames, category: Category, day: number): string {
  return daily.replace('{category}', category.toLowerCase()).replace('{day}', String(day))
}

function checklistOf(
  library: MessageLibrary,
  category: Category | null,
  subcategory: Subcategory | null,
): Attachment {
  return {
    url: library.checklistUrl(checklistSubcategory(category, subcategory)),
    filename: checklistFileName,
  }
}
