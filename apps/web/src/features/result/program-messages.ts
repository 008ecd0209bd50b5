import { type DailyMessage, parseDailyMessage } from '@app/content/ru/daily/daily-message'
import type { Category } from '@app/domain/result/categories'

const files = import.meta.glob<string>('../../../../../packages/content/src/ru/daily/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The program's five messages for a category as WhatsApp brings them, day one first. */
export function programMessages(category: Category): DailyMessage[] {
  return Object.entries(files)
    .map(([file, markdown]) => parseDailyMessage(markdown, file))
    .filter((message) => message.category === category)
    .sort((one, other) => one.day - other.day)
}
