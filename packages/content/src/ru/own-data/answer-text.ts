import { optionTexts } from '../options.ts'
import { profileTexts } from '../ui/profile.ts'

const withUnit = profileTexts.personal

/**
 * Returns an answer in the words of its option, and free text in quotes. A value without an option
 * is shown as stored. Semicolons separate answers, because an option may contain a comma.
 */
export function answerText(key: string, value: unknown): string {
  const known: Readonly<Record<string, Readonly<Record<string, { label: string }>>>> = optionTexts
  const textOf = (each: unknown) =>
    known[key]?.[String(each)]?.label ?? String(each).replace(/^other:(.*)$/s, '«$1»')
  if (Array.isArray(value)) return value.map(textOf).join('; ')
  if (typeof value !== 'number') return textOf(value)
  const number = String(value).replace('.', ',')
  return key === 'height' || key === 'weight' ? withUnit[key](number) : number
}
