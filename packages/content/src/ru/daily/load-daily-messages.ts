import { readdirSync, readFileSync } from 'node:fs'
import { programDays } from '@app/domain/orders/products'
import type { Category } from '@app/domain/result/categories'
import { type DailyMessage, parseDailyMessage } from './daily-message.ts'

/** The messages of each category, in the order of the days. */
export type DailyMessages = Readonly<Record<Category, readonly DailyMessage[]>>

/** Reads every message of this folder, for Node only. Throws when one is damaged, doubled or missing. */
export function loadDailyMessages(folder = new URL('./', import.meta.url)): DailyMessages {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
  const messages = files.map((name) => parseDailyMessage(readFileSync(new URL(name, folder), 'utf8'), name))
  const ofCategory = (category: Category) =>
    Array.from({ length: programDays }, (_, index) => findOnlyMessage(messages, category, index + 1))
  return { A: ofCategory('A'), B: ofCategory('B'), C: ofCategory('C') }
}

function findOnlyMessage(messages: readonly DailyMessage[], category: Category, day: number): DailyMessage {
  const [message, ...others] = messages.filter((one) => one.category === category && one.day === day)
  if (!message || others.length > 0) {
    throw new Error(`category ${category}, day ${day}: ${message ? 'more than one message' : 'no message'}`)
  }
  return message
}
