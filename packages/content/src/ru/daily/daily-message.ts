import { programDays } from '@app/domain/orders/products'
import { type Category, categories } from '@app/domain/result/categories'
import { typesetLine } from '../writing/typeset.ts'

/** One morning of the program. `{{name}}` is the only placeholder in `text`. */
export type DailyMessage = {
  /** From 1 to 5. */
  day: number
  category: Category
  theme: string
  text: string
}

/** Reads a message from Markdown with its day, category and theme in front matter. Throws an `Error` that names `source`. */
export function parseDailyMessage(markdown: string, source: string): DailyMessage {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(markdown.replaceAll('\r\n', '\n'))
  if (!parts) throw new Error(`${source}: no front matter`)
  const fields = new Map(parts[1]?.split('\n').map(readField))
  const day = Number(fields.get('day'))
  const category = categories.find((known) => known === fields.get('category'))
  const theme = fields.get('theme')
  const text = parts[2]?.trim()
  if (!Number.isInteger(day) || day < 1 || day > programDays)
    throw new Error(`${source}: day is not 1 to ${programDays}`)
  if (!category) throw new Error(`${source}: category is not one of ${categories.join(', ')}`)
  if (!theme || !text) throw new Error(`${source}: theme or text is empty`)
  return { day, category, theme: typesetLine(theme), text: typesetLine(text) }
}

function readField(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}

/** Renders the message for one person. Without a name the greeting has none. */
export function renderDailyMessage({ text }: DailyMessage, name: string): string {
  const known = name.replace(/\s+/g, ' ').trim()
  return known === '' ? text.replace(/, \{\{name\}\}/g, '') : text.replace(/\{\{name\}\}/g, () => known)
}
