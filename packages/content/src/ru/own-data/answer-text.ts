import { optionTexts } from '../options.ts'
import { profileTexts } from '../ui/profile.ts'

const withUnit = profileTexts.personal

/**
 * An answer in the words it was given in, their own in quotes; what is no option of today's quiz as it was stored. Set apart by
 * semicolons, because an option's own name may hold a comma.
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
