import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { giftGreeting } from '@app/content/ru/whatsapp'
import { describe, expect, test } from 'vitest'
import { composeMessage, type MessageLibrary } from '../compose-message.ts'
import type { Message } from '../message-repository.ts'
import { messageTemplates } from './message-templates.ts'

const library: MessageLibrary = {
  daily: loadDailyMessages(),
  templates: { checklist: 'checklist', daily: 'program_{category}_day_{day}' },
  checklistUrl: (subcategory) => `https://site.test/${subcategory}.pdf`,
}
const templates = messageTemplates(library)

test('there are sixteen, each with a name of its own', () => {
  expect(new Set(templates.map(({ name }) => name)).size).toBe(16)
})

describe.each(templates.map((template) => [template.name, template] as const))(
  '%s',
  (_, { body, examples }) => {
    test('is what WhatsApp approves: short enough, with words before and after every place', () => {
      expect(body.length).toBeLessThanOrEqual(1024)
      expect(body).not.toMatch(/^\s*\{\{|\}\}\s*$/)
      expect(body.match(/\{\{\d\}\}/g) ?? []).toHaveLength(examples.length)
      expect(body).not.toMatch(/\n{3,}| {4,}|\{\{name/)
    })
  },
)

test('a template with its places filled says what the free message says', () => {
  for (const category of ['A', 'B', 'C'] as const) {
    for (const day of [1, 2, 3, 4, 5]) {
      const message = { kind: 'daily', category, subcategory: null, day, recipientName: ' Асель\n' }
      const content = composeMessage(message as Message, library)
      const template = templates.find(({ name }) => name === content.template?.name)
      expect(template?.body.replace('{{1}}', content.template?.parameters[0] ?? '')).toBe(content.text)
      expect(content.document !== null).toBe(template?.hasDocument)
      expect(content.document?.url ?? `https://site.test/${category}1.pdf`).toBe(
        `https://site.test/${category}1.pdf`,
      )
    }
  }
})

test('the first message of a gift says what it is by the template that is approved already', () => {
  for (const category of ['A', 'B', 'C'] as const) {
    const message = { kind: 'daily', category, subcategory: null, day: 1, recipientName: giftGreeting }
    const { text, template } = composeMessage(message as Message, library)
    expect(text.replace(/\u00a0/g, ' ')).toMatch(
      /^Доброе утро, вам подарили программу «Ясный день»: пять утренних сообщений, [^\n]+!\n\n/,
    )
    expect(template?.parameters).toEqual([giftGreeting.replace(/\u00a0/g, ' ')])
    // The caption of a document inside the 24-hour window; a filled template may be no longer either.
    expect(text.length).toBeLessThanOrEqual(1024)
  }
})
